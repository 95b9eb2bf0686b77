internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// Writes a response to a connection and applies the faults of its transfer.
struct ResponseWriter {
    let response: Response
    let request: HTTPRequestHead
    let connection: Connection
    let record: Int
    let faults: ActiveFaults
    /// The number of body bytes sent so far.
    private var sent = 0
    private var isHeadSent = false

    private static let chunk = 65536
    /// The approximate duration of one write under a limited rate.
    private static let step: Duration = .milliseconds(50)

    init(
        response: Response, request: HTTPRequestHead, connection: Connection, record: Int,
        faults: ActiveFaults
    ) {
        self.response = response
        self.request = request
        self.connection = connection
        self.record = record
        self.faults = faults
    }

    private var state: ServerState { connection.state }

    mutating func write() async throws -> RequestRecord.End {
        for obstacle in obstacles {
            if obstacle.place > 0 {
                try await sendHead()
                try await sendBody(upTo: obstacle.place)
            }
            switch obstacle.fault {
            case .stall(_, let duration?): try await state.time.sleep(for: duration)
            case .stall: try await state.time.restForever()
            case .reset:
                try await connection.reset()
                return .reset
            default: return .cut
            }
        }
        try await sendHead()
        try await sendBody(upTo: response.body.count)
        if response.closes { return .cut }
        do {
            try await connection.write(.end(nil))
        } catch {
            // A client that knows the length may close the connection after the last byte.
            guard response.headers.contains(name: "Content-Length") else { throw error }
        }
        return .complete
    }

    /// The faults that interrupt the body, ordered by position.
    private var obstacles: [(place: Int, fault: Fault)] {
        let whole = response.body.count
        let found = [Fault.Kind.stall, .cut, .reset].compactMap { kind -> (place: Int, fault: Fault)? in
            switch faults[kind] {
            case .stall(let place, _)?, .cut(let place)?, .reset(let place)?:
                faults[kind].map { (place.count(of: whole), $0) }
            default: nil
            }
        }
        return found.filter { $0.place <= whole }.sorted { $0.place < $1.place }
    }

    private mutating func sendHead() async throws {
        if isHeadSent { return }
        isHeadSent = true
        var head = HTTPResponseHead(
            version: request.version, status: response.status, headers: response.headers)
        if !request.isKeepAlive || response.closes {
            head.headers.replaceOrAdd(name: "Connection", value: "close")
        } else if request.version != .http1_1 {
            head.headers.replaceOrAdd(name: "Connection", value: "keep-alive")
        }
        try await connection.write(.head(head))
        state.log.update(record) { $0.status = Int(head.status.code) }
    }

    private mutating func sendBody(upTo end: Int) async throws {
        guard let source = response.source else { return }
        let start = state.time.now
        let first = sent
        while sent < end {
            var count = min(end - sent, Self.chunk)
            if case .rate(let rate)? = faults[.rate] {
                count = try await pace(count, rate, since: start, first: first)
            }
            let begin = response.body.lowerBound + sent
            let bytes = try await source.read(begin..<begin + count)
            // The file has become shorter during the response.
            guard bytes.readableBytes > 0 else { throw ChannelError.eof }
            try await connection.write(.body(.byteBuffer(bytes)))
            sent += bytes.readableBytes
            state.log.update(record) { [sent] in $0.bytesSent = sent }
        }
    }

    /// Waits until the next bytes may be sent, and returns their number.
    private func pace(_ most: Int, _ rate: ByteRate, since start: Duration, first: Int) async throws -> Int {
        let begin = start - faults.begin(of: .rate)
        let speed = rate.bytesPerSecond(at: state.time.now - faults.begin(of: .rate))
        let count = min(max(Int(Double(speed) * (Self.step / .seconds(1))), 1), most)
        guard let due = rate.time(toSend: sent - first + count, from: begin) else {
            try await state.time.restForever()
        }
        try await state.time.sleep(for: due + faults.begin(of: .rate) - state.time.now)
        return count
    }
}

extension Resource {
    /// Reads a range of the content.
    fileprivate func read(_ range: Range<Int>) async throws -> ByteBuffer {
        switch content {
        case .bytes(let bytes): return ByteBuffer(bytes: bytes[range])
        case .file(let file):
            // A thread of the pool blocks on the disk, instead of the event loop.
            let bytes = try await NIOThreadPool.singleton.runIfActive { try file.read(range) }
            return ByteBuffer(bytes: bytes)
        }
    }
}
