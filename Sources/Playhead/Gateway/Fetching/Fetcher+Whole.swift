internal import NIOCore
internal import NIOHTTP1
internal import Synchronization

extension Fetcher {
    /// Fetches a body as a whole.
    ///
    /// - Parameters:
    ///   - limit: how many bytes it may have; more is an error.
    func fetchWhole(
        _ uri: String, headers: HTTPHeaders = [:], from origin: WebAddress? = nil, limit: Int
    ) async throws(FetchFault) -> (body: [UInt8], outcome: Outcome) {
        let body = Mutex<[UInt8]>([])
        let taker = FetchAttempt.Taker { head in
            guard (200..<300).contains(head.status.code) else {
                throw FetchFault(head, of: WebAddress(uri) ?? self.home)
            }
            return true
        } body: { [loop] buffer in
            let count = body.withLock { body in
                body += buffer.readableBytesView
                return body.count
            }
            guard count > limit else { return loop.makeSucceededVoidFuture() }
            return loop.makeFailedFuture(FetchFault(.refused, Self.tooLong(limit, uri)))
        }
        let outcome = try await fetch(uri, .GET, headers: headers, from: origin, for: taker, onSent: {})
        return (body.withLock(\.self), outcome)
    }

    private static func tooLong(_ limit: Int, _ uri: String) -> PlayerError {
        PlayerError(.forbidden, "It is longer than \(limit) bytes", uri: uri)
    }
}
