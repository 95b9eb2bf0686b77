import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// An HTTP server on the loopback that serves a folder, and misbehaves where it is told to.
final class FaultServer: Sendable {
    /// What a path is answered with.
    enum Answer: Sendable {
        case file(String)
        case content(String, type: String)
        case status(Int)
        /// Promises the whole file, sends a part of it, and closes; for every request.
        case cut(String, after: Int)
        /// Takes the request and never answers.
        case silence
    }

    private let channel: any Channel
    let port: Int

    /// Starts on a free port. Paths without an answer are files of the folder, or not found.
    init(folder: String? = nil, answers: [String: Answer] = [:]) async throws {
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.pipeline.configureHTTPServerPipeline().flatMapThrowing {
                    try channel.pipeline.syncOperations.addHandler(
                        Responder(folder: folder, answers: answers))
                }
            }
        channel = try await bootstrap.bind(host: "127.0.0.1", port: 0).get()
        port = channel.localAddress?.port ?? 0
    }

    deinit { channel.close(promise: nil) }

    func address(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }
}

private final class Responder: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let folder: String?
    private let answers: [String: FaultServer.Answer]
    private var request: HTTPRequestHead?

    init(folder: String?, answers: [String: FaultServer.Answer]) {
        self.folder = folder
        self.answers = answers
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): request = head
        case .body: break
        case .end: if let request { answer(request, context) }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func answer(_ request: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let path = String(request.uri.dropFirst().prefix { $0 != "?" })
        switch answers[path] ?? folder.map({ .file($0 + "/" + path) }) ?? .status(404) {
        case .silence: break
        case .status(let code):
            send(context, HTTPResponseStatus(statusCode: code), Data("\(code)".utf8), type: "text/plain")
        case .content(let text, let type): send(context, .ok, Data(text.utf8), type: type)
        case .cut(let file, let count):
            guard let content = FileManager.default.contents(atPath: file) else { return }
            send(context, .ok, content, type: mediaType(file), upTo: count)
        case .file(let file):
            guard let content = FileManager.default.contents(atPath: file) else {
                return send(context, .notFound, Data(), type: "text/plain")
            }
            sendRange(of: content, type: mediaType(file), to: request, context)
        }
    }

    /// Honours `Range: bytes=from-to`.
    private func sendRange(
        of content: Data, type: String, to request: HTTPRequestHead, _ context: ChannelHandlerContext
    ) {
        guard let range = request.headers.first(name: "Range"), range.hasPrefix("bytes=") else {
            return send(context, .ok, content, type: type)
        }
        let bounds = range.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
        let first = bounds.first.flatMap { Int($0) } ?? 0
        let last = bounds.dropFirst().first.flatMap { Int($0) } ?? content.count - 1
        guard first < content.count, first <= last else {
            return send(context, .rangeNotSatisfiable, Data(), type: type)
        }
        let end = min(last, content.count - 1)
        send(
            context, .partialContent, content[first...end], type: type,
            range: "bytes \(first)-\(end)/\(content.count)")
    }

    private func send(
        _ context: ChannelHandlerContext, _ status: HTTPResponseStatus, _ body: Data, type: String,
        range: String? = nil, upTo count: Int? = nil
    ) {
        var headers = HTTPHeaders([("Content-Length", "\(body.count)"), ("Content-Type", type)])
        headers.add(name: "Accept-Ranges", value: count == nil ? "bytes" : "none")
        if let range { headers.add(name: "Content-Range", value: range) }
        let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if request?.method != .HEAD {
            let buffer = context.channel.allocator.buffer(bytes: body.prefix(count ?? body.count))
            context.write(wrapOutboundOut(.body(.byteBuffer(buffer))), promise: nil)
        }
        if count == nil {
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        } else {
            let channel = context.channel
            context.flush()
            channel.close(promise: nil)
        }
    }
}

private func mediaType(_ path: String) -> String {
    switch path.split(separator: ".").last {
    case "m3u8": "application/vnd.apple.mpegurl"
    case "ts": "video/mp2t"
    case "mp4", "m4s": "video/mp4"
    case "webm": "video/webm"
    default: "application/octet-stream"
    }
}
