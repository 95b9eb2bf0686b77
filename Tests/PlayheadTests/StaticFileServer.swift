import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// An HTTP server on loopback that serves the files of one folder, and nothing else.
final class StaticFileServer: Sendable {
    private let channel: any Channel

    /// Starts to serve, on a port of the system's choice. With a limit, no more than so much of a file is sent, and the connection
    /// stays open.
    init(folder: URL, sendingAtMost limit: Int = .max) async throws {
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Handler(folder: folder, limit: limit))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    /// The address of a file in the folder.
    func address(of path: String) -> String { "http://127.0.0.1:\(channel.localAddress?.port ?? 0)/\(path)" }

    func close() async throws { try await channel.close() }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let folder: URL
        private let limit: Int

        init(folder: URL, limit: Int) {
            self.folder = folder
            self.limit = limit
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .head(let request) = unwrapInboundIn(data) else { return }
            let path = request.uri.prefix { $0 != "?" }.removingPercentEncoding ?? ""
            let content = path.contains("..") ? nil : try? Data(contentsOf: folder.appending(path: path))
            var head = HTTPResponseHead(version: request.version, status: content == nil ? .notFound : .ok)
            head.headers.add(name: "Content-Length", value: String(content?.count ?? 0))
            if !request.isKeepAlive { head.headers.add(name: "Connection", value: "close") }
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            if let content, request.method != .HEAD {
                let buffer = context.channel.allocator.buffer(bytes: content.prefix(limit))
                context.write(wrapOutboundOut(.body(.byteBuffer(buffer))), promise: nil)
                if content.count > limit { return context.flush() }
            }
            let end = context.writeAndFlush(wrapOutboundOut(.end(nil)))
            if !request.isKeepAlive {
                let channel = context.channel
                end.whenComplete { _ in channel.close(promise: nil) }
            }
        }
    }
}
