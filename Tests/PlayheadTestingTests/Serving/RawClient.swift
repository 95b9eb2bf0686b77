import NIOCore
import NIOPosix
import NIOSSL
import PlayheadLoops

/// A client that sees every byte.
enum RawClient {
    /// Sends requests over one connection, each when the answer to the one before is there, and gives the answers. The last one
    /// may be read only up to so many bytes of its body. With certificates in PEM that are trusted, it comes by TLS.
    static func exchange(
        _ requests: [Request], at port: Int, readingAtMost limit: Int = .max, trusting trusted: String? = nil
    ) async throws -> [Reply] {
        let security = try trusted.map { try context(trusting: $0) }
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    channel.withholdFromChildren()
                    if let security {
                        try channel.pipeline.syncOperations.addHandler(
                            NIOSSLClientHandler(context: security, serverHostname: nil))
                    }
                    return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            var replies: [Reply] = []
            var input = ReplyReader(inbound.makeAsyncIterator())
            for request in requests {
                // A connection that has ended shows in what is read.
                try? await outbound.write(ByteBuffer(string: request.text))
                let isLast = replies.count == requests.count - 1
                replies.append(await input.next(to: request.method, atMost: isLast ? limit : .max))
            }
            return replies
        }
    }

    private static func context(trusting text: String) throws -> NIOSSLContext {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(text.utf8)))
        return try NIOSSLContext(configuration: configuration)
    }

    /// Sends one request and gives the answer.
    static func get(
        _ target: String, at port: Int, method: String = "GET", headers: [String: String] = [:],
        readingAtMost limit: Int = .max
    ) async throws -> Reply {
        try await exchange([Request(target, method, headers)], at: port, readingAtMost: limit)[0]
    }
}

struct Request {
    var target: String
    var method: String
    var headers: [String: String]

    init(_ target: String, _ method: String = "GET", _ headers: [String: String] = [:]) {
        self.target = target
        self.method = method
        self.headers = headers
    }

    var text: String {
        let fields = ["Host": "localhost"].merging(headers) { $1 }.map { "\($0): \($1)\r\n" }
        return "\(method) \(target) HTTP/1.1\r\n" + fields.joined() + "\r\n"
    }
}

/// What came back.
struct Reply: Sendable {
    enum End: Sendable, Equatable {
        /// As much as was promised, or as was asked for.
        case complete
        /// The connection was closed before.
        case closed
        /// The connection was reset before.
        case reset
    }

    /// nil if not even the head came.
    var status: Int?
    /// By names in lower case.
    var headers: [String: String] = [:]
    var body: [UInt8] = []
    var end = End.complete

    var text: String { String(decoding: body, as: UTF8.self) }
}

/// Takes answers out of what a connection brings.
struct ReplyReader {
    private var input: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private var bytes: [UInt8] = []
    private var end: Reply.End?

    init(_ input: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator) { self.input = input }

    mutating func next(to method: String, atMost limit: Int) async -> Reply {
        var reply = Reply()
        guard let head = await take(through: "\r\n\r\n") else {
            reply.end = end ?? .closed
            return reply
        }
        let lines = head.split(separator: "\r\n")
        reply.status = lines.first.flatMap { Int($0.split(separator: " ")[1]) }
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            reply.headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
        }
        if method == "HEAD" || reply.status == 304 { return reply }
        if reply.headers["transfer-encoding"] == "chunked" {
            while let size = await take(through: "\r\n").flatMap({ Int($0, radix: 16) }) {
                reply.body += await take(size)
                _ = await take(2)
                if size == 0 || end != nil { break }
            }
            if let end { reply.end = end }
        } else {
            let length = reply.headers["content-length"].flatMap { Int($0) } ?? .max
            reply.body = await take(min(length, limit))
            if reply.body.count < min(length, limit) { reply.end = end ?? .complete }
        }
        return reply
    }

    private mutating func take(_ count: Int) async -> [UInt8] {
        while bytes.count < count, await more() {}
        defer { bytes.removeFirst(min(count, bytes.count)) }
        return Array(bytes.prefix(count))
    }

    /// The text before a mark, which is taken too.
    private mutating func take(through mark: String) async -> String? {
        while true {
            if let found = bytes.firstRange(of: Array(mark.utf8)) {
                defer { bytes.removeFirst(found.upperBound) }
                return String(decoding: bytes[..<found.lowerBound], as: UTF8.self)
            }
            guard await more() else { return nil }
        }
    }

    private mutating func more() async -> Bool {
        if end != nil { return false }
        do {
            if let buffer = try await input.next() {
                bytes += buffer.readableBytesView
                return true
            }
            end = .closed
        } catch {
            end = .reset
        }
        return false
    }
}
