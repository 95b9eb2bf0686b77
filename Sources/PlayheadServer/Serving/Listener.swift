internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL
internal import PlayheadLoops

/// A listening socket and its connections.
struct Listener: Sendable {
    private let channel: any Channel
    private let connections: AsyncStream<Connection>
    private let arrive: AsyncStream<Connection>.Continuation

    init(port: Int, _ security: NIOSSLContext?, for state: ServerState) async throws {
        let (connections, arrive) = AsyncStream<Connection>.makeStream()
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { channel.withholdFromChildren() }
            }
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    channel.withholdFromChildren()
                    let inbox = RequestInbox()
                    if let security {
                        try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: security))
                    }
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(
                        withPipeliningAssistance: false)
                    try channel.pipeline.syncOperations.addHandler(inbox)
                    let connection = Connection(channel: channel, requests: inbox.requests, state: state)
                    if case .terminated = arrive.yield(connection) { channel.close(promise: nil) }
                }
            }
            .bind(host: "127.0.0.1", port: port).get()
        self.connections = connections
        self.arrive = arrive
    }

    var port: Int { channel.localAddress?.port ?? 0 }

    /// Serves all clients until the listener is stopped. It returns after all connections have ended.
    func serve() async {
        await withDiscardingTaskGroup { group in
            var count = 0
            for await connection in connections {
                count += 1
                let number = count
                group.addTask(executorPreference: LoopExecutor(connection.channel.eventLoop)) {
                    await connection.serve(as: number)
                }
            }
            group.cancelAll()
        }
        channel.endListening()
        try? await channel.closeFuture.get()
    }

    func stop() {
        channel.endListening()
        arrive.finish()
    }
}

/// A channel handler that collects the request heads of a client. It ignores request bodies.
final class RequestInbox: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart

    let requests: AsyncStream<HTTPRequestHead>
    private let arrive: AsyncStream<HTTPRequestHead>.Continuation

    init() { (requests, arrive) = AsyncStream.makeStream() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let request) = unwrapInboundIn(data) { arrive.yield(request) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        arrive.finish()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
