import NIOCore
import NIOPosix
import PlayheadLoops
import PlayheadRemote

/// A connection that sends bytes as they are, and reads answers and events.
final class WebConnection {
    struct Closed: Error {}

    struct Reply {
        var status = 0
        /// By names in lower case.
        var fields: [String: String] = [:]
        var body: [UInt8] = []

        var text: String { String(decoding: body, as: UTF8.self) }
        var json: RemoteValue? { RemoteValue(json: body) }
        /// The code of problem details.
        var code: String? { if case .string(let code)? = json?["code"] { code } else { nil } }
    }

    private let channel: any Channel
    private var input: AsyncStream<ByteBuffer>.Iterator
    private var bytes: [UInt8] = []

    /// Connects. A client that does not read leaves what the server sends in the buffers of the system.
    init(at port: Int, reads: Bool = true) async throws {
        let (stream, feed) = AsyncStream<ByteBuffer>.makeStream()
        channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.autoRead, value: reads)
            .channelOption(.socketOption(.so_rcvbuf), value: reads ? 1 << 18 : 4096)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    channel.withholdFromChildren()
                    try channel.pipeline.syncOperations.addHandler(Feed(feed))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        input = stream.makeAsyncIterator()
    }

    deinit { channel.close(promise: nil) }

    func send(_ text: String) async throws { try await channel.writeAndFlush(ByteBuffer(string: text)) }

    /// Begins to read.
    func resume() { channel.setOption(.autoRead, value: true).whenComplete { _ in } }

    func close() async throws { try await channel.close() }

    /// The head of the next answer.
    func head() async throws -> Reply {
        let text = try await take(through: "\r\n\r\n")
        let lines = text.split(separator: "\r\n")
        var reply = Reply()
        reply.status = lines.first.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            reply.fields[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
        }
        return reply
    }

    /// The next answer.
    func reply() async throws -> Reply {
        var reply = try await head()
        let count = reply.fields["content-length"].flatMap { Int($0) } ?? 0
        while bytes.count < count { try await more() }
        reply.body = Array(bytes.prefix(count))
        bytes.removeFirst(count)
        return reply
    }

    /// The next server-sent event. The framing of the chunks is left out.
    func event() async throws -> (name: String, data: RemoteValue) {
        let text = try await take(through: "\n\n")
        var (name, data) = ("", RemoteValue.null)
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("event: ") { name = String(line.dropFirst(7)) }
            if line.hasPrefix("data: ") { data = RemoteValue(json: line.dropFirst(6).utf8) ?? .null }
        }
        return (name, data)
    }

    /// Whether the connection ends, after any bytes.
    func isClosed() async -> Bool {
        while (try? await more()) != nil {}
        return true
    }

    private func take(through mark: String) async throws -> String {
        while true {
            if let found = bytes.firstRange(of: Array(mark.utf8)) {
                defer { bytes.removeFirst(found.upperBound) }
                return String(decoding: bytes[..<found.lowerBound], as: UTF8.self)
            }
            try await more()
        }
    }

    private func more() async throws {
        guard let buffer = await input.next() else { throw Closed() }
        bytes += buffer.readableBytesView
    }
}

private final class Feed: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let feed: AsyncStream<ByteBuffer>.Continuation

    init(_ feed: AsyncStream<ByteBuffer>.Continuation) { self.feed = feed }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { feed.yield(unwrapInboundIn(data)) }
    func channelInactive(context: ChannelHandlerContext) { feed.finish() }
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

extension RemoteValue {
    subscript(name: String) -> RemoteValue? {
        if case .map(let fields) = self { fields[name] } else { nil }
    }
}
