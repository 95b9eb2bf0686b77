internal import NIOCore
internal import NIOHTTP1
internal import Synchronization

/// The body of an answer that is wanted as a whole, unpacked.
final class CollectedBody: Sendable {
    private struct State {
        var plain: PlainBody?
        var bytes: [UInt8] = []
    }

    private let limit: Int
    private let excess: PlayerError
    private let state = Mutex(State())

    /// - Parameter excess: what is thrown where there are more bytes than the limit.
    init(limit: Int, excess: PlayerError) {
        self.limit = limit
        self.excess = excess
    }

    /// Takes what answers a request to an address; throws where that has an error status.
    func taker(for address: WebAddress, on loop: any EventLoop) -> FetchAttempt.Taker {
        FetchAttempt.Taker { [self] head in
            guard (200..<300).contains(head.status.code) else { throw FetchFault(head, of: address) }
            try state.withLock {
                let plain = try PlainBody(head.headers, at: address, limit: limit, excess: excess)
                $0 = State(plain: plain)
            }
            return true
        } body: { [self] piece in
            loop.makeCompletedFuture {
                try state.withLock { $0.bytes += try $0.plain?.take(piece).readableBytesView ?? .init(piece) }
            }
        }
    }

    /// All that came; throws where the end of it is missing.
    var whole: [UInt8] {
        get throws(FetchFault) {
            let (bytes, fault) = state.withLock { ($0.bytes, $0.plain?.fault) }
            if let fault { throw fault }
            return bytes
        }
    }
}
