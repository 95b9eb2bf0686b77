internal import NIOHTTP1

extension Fetcher {
    /// Fetches a body as a whole.
    ///
    /// - Parameter excess: what is thrown where there are more bytes than the limit, unpacked.
    func fetchWhole(
        _ uri: String, headers: HTTPHeaders = .ofText, from origin: WebAddress? = nil, limit: Int,
        excess: PlayerError
    ) async throws(FetchFault) -> (body: [UInt8], outcome: Outcome) {
        guard let address = WebAddress(uri) else {
            throw FetchFault(
                .refused, PlayerError(.badAddress, "“\(uri)” is not an address", uri: uri))
        }
        let body = CollectedBody(limit: limit, excess: excess)
        let outcome = try await fetch(
            uri, .GET, headers: headers, from: origin, for: body.taker(for: address, on: loop), onSent: {})
        return (try body.whole, outcome)
    }
}
