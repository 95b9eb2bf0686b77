import NIOCore
import NIOHTTP1
import NIOPosix
internal import PlayheadLoops
import StreamWatch

/// An HTTP server for one page, `/metrics`.
final class MetricsServer: Sendable {
    private let channel: any Channel

    /// The port that it listens at.
    var port: Int { channel.localAddress?.port ?? 0 }

    /// Starts the server. A port of 0 takes a free one.
    init(port: Int, isPublic: Bool, _ text: @escaping @Sendable () -> String) async throws {
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(MetricsHandler(text))
                }
            }
            .bind(host: isPublic ? "0.0.0.0" : "127.0.0.1", port: port).get()
    }

    func close() async { try? await channel.close().get() }
}

private final class MetricsHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let text: @Sendable () -> String
    private var head: HTTPRequestHead?

    init(_ text: @escaping @Sendable () -> String) { self.text = text }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): self.head = head
        case .body: break
        case .end: respond(context)
        }
    }

    private func respond(_ context: ChannelHandlerContext) {
        guard let head else { return }
        let isMetrics = head.uri == "/metrics" || head.uri.hasPrefix("/metrics?")
        let isRead = head.method == .GET || head.method == .HEAD
        let body = ByteBuffer(string: isMetrics && isRead ? text() : "only GET /metrics is here\n")
        let status: HTTPResponseStatus = !isRead ? .methodNotAllowed : isMetrics ? .ok : .notFound
        let fields: HTTPHeaders = [
            "Content-Type": isMetrics ? PrometheusText.mediaType : "text/plain",
            "Content-Length": "\(body.readableBytes)",
            "Connection": "close",
        ]
        context.write(
            wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: fields))),
            promise: nil)
        if head.method != .HEAD { context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil) }
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
