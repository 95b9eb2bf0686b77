internal import HTTPTransport
package import PlayheadCore
internal import Synchronization

extension Fetcher {
    /// Fetches a whole body and decodes it.
    ///
    /// - Parameter excess: the error for a body above the limit.
    package func fetchWhole(
        _ uri: String, fields: HTTPFields = .ofText, from origin: HTTPURL? = nil, limit: Int,
        excess: PlayerError
    ) async throws(FetchFault) -> (body: [UInt8], outcome: Outcome) {
        guard let address = HTTPURL(uri) else {
            throw FetchFault(
                .refused, PlayerError(.invalidURI, "“\(uri)” is not an address", uri: uri))
        }
        let collected = Mutex(Collected())
        let taker = ResponseTaker { head in
            guard (200..<300).contains(head.status) else { throw FetchFault(head, of: address) }
            try collected.withLock {
                let plain = try ContentDecoder(head, at: address, limit: limit, excess: excess)
                $0 = Collected(plain: plain)
            }
            return true
        } body: { piece in
            try collected.withLock { $0.bytes += try $0.plain?.take(piece) ?? piece }
        }
        let work = Work(order.time)
        defer { work.end() }
        let outcome = try await fetch(uri, fields: fields, from: origin, for: taker, work: work)
        let (bytes, fault) = collected.withLock { ($0.bytes, $0.plain?.fault) }
        if let fault { throw fault }
        return (bytes, outcome)
    }

    private struct Collected {
        var plain: ContentDecoder?
        var bytes: [UInt8] = []
    }
}
