import NIOCore
import NIOPosix
import PlayheadLoops
import Synchronization

/// A proxy that makes tunnels (`CONNECT`), on loopback. All hosts are this machine to it.
final class TunnelProxy: Sendable {
    /// What it was asked for: the address of each tunnel, and what the client said of itself.
    struct Request: Sendable {
        var target: String
        var authorization: String?
    }

    private let log = Mutex<[Request]>([])
    private let listener = Mutex<(any Channel)?>(nil)

    var requests: [Request] { log.withLock(\.self) }
    var port: Int { listener.withLock(\.self)?.localAddress?.port ?? 0 }

    /// - Parameter login: what `Proxy-Authorization` has to be; nil: anyone may come.
    init(login: String? = nil, status: Int? = nil) async throws {
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { channel.withholdFromChildren() }
            }
            .childChannelInitializer { [self] channel in
                channel.eventLoop.makeCompletedFuture {
                    channel.withholdFromChildren()
                    try channel.pipeline.syncOperations.addHandler(
                        TunnelBeginning(login: login, status: status) { request in
                            self.log.withLock { $0.append(request) }
                        })
                }
            }
        let channel = try await bootstrap.bind(host: "127.0.0.1", port: 0).get()
        listener.withLock { $0 = channel }
    }

    func close() async throws { try await listener.withLock(\.self)?.close() }
}

/// Reads what a client asks for, and then passes on what it sends. On the loop of its channel only.
private final class TunnelBeginning: ChannelInboundHandler, @unchecked Sendable {
    typealias InboundIn = ByteBuffer

    private let login: String?
    private let status: Int?
    private let onRequest: @Sendable (TunnelProxy.Request) -> Void
    private var head = ByteBuffer()
    private var server: (any Channel)?

    init(login: String?, status: Int?, onRequest: @escaping @Sendable (TunnelProxy.Request) -> Void) {
        self.login = login
        self.status = status
        self.onRequest = onRequest
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var buffer = unwrapInboundIn(data)
        if let server { return server.writeAndFlush(buffer, promise: nil) }
        head.writeBuffer(&buffer)
        let text = String(decoding: head.readableBytesView, as: UTF8.self)
        guard text.hasSuffix("\r\n\r\n") else { return }
        let lines = text.split(separator: "\r\n").map(String.init)
        let words = lines[0].split(separator: " ").map(String.init)
        let name = "proxy-authorization: "
        let authorization = lines.first { $0.lowercased().hasPrefix(name) }
            .map { String($0.dropFirst(name.count)) }
        onRequest(TunnelProxy.Request(target: words[1], authorization: authorization))
        let isIn = login == nil || authorization == login
        if words[0] != "CONNECT" || !isIn || status != nil {
            say(status ?? (isIn ? 405 : 407), to: context.channel)
            return context.close(promise: nil)
        }
        let client = context.channel
        ClientBootstrap(group: client.eventLoop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    channel.withholdFromChildren()
                    try channel.pipeline.syncOperations.addHandler(TunnelEnd(client))
                }
            }
            .connect(host: "127.0.0.1", port: words[1].split(separator: ":").last.flatMap { Int($0) } ?? 0)
            .whenComplete { result in
                guard case .success(let server) = result else { return client.close(promise: nil) }
                self.server = server
                self.say(200, to: client)
            }
    }

    func channelInactive(context: ChannelHandlerContext) { server?.close(promise: nil) }

    private func say(_ status: Int, to channel: any Channel) {
        let length = status == 200 ? "" : "Content-Length: 0\r\n"
        channel.writeAndFlush(ByteBuffer(string: "HTTP/1.1 \(status) So\r\n\(length)\r\n"), promise: nil)
    }
}

/// Passes on to a client what its server sends.
private final class TunnelEnd: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let client: any Channel

    init(_ client: any Channel) { self.client = client }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        client.writeAndFlush(unwrapInboundIn(data), promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) { client.close(promise: nil) }
}
