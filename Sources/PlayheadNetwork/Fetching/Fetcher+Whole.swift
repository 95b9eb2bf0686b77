internal import HTTPTransport
package import PlayheadCore
internal import Synchronization

extension Fetcher {
    /// A whole response after redirects, with its body decoded.
    package struct Whole: Sendable {
        package var bytes: [UInt8]
        /// The URI of the last response.
        package var uri: String
        /// The media type without parameters, in lower case; nil for a file.
        package var mediaType: String?
        /// Whether the body was compressed.
        package var isCompressed: Bool
    }

    /// Fetches a whole body, or a range of its bytes, and retries failures that may pass.
    ///
    /// - Parameters:
    ///   - range: the bytes; nil for all. A server without ranges is read from the beginning.
    ///   - excess: the error for a body above the limit.
    package func load(
        _ uri: String, range: Range<Int>? = nil, from origin: HTTPURL? = nil, limit: Int,
        excess: PlayerError
    ) async throws(PlayerError) -> Whole {
        var fields = HTTPFields.ofText
        if let range { fields = HTTPFields([("Range", ContentRange(range).header)]) }
        var schedule = RetryPolicy(
            order.recovery, stallTimeout: order.stallTimeout, patience: .bounded, hasBegun: false)
        while true {
            do throws(FetchFault) {
                let (body, outcome) = try await fetchWhole(
                    uri, fields: fields, from: origin, limit: limit, excess: excess)
                var whole = Whole(
                    bytes: body, uri: outcome.address.text,
                    mediaType: outcome.head["Content-Type"].map { text in
                        text.prefix { $0 != ";" && $0 != " " }.lowercased()
                    }, isCompressed: outcome.head.contentEncoding != nil)
                if let range, outcome.head.status != 206 {
                    whole.bytes = Array(
                        body[min(range.lowerBound, body.count)..<min(range.upperBound, body.count)])
                }
                return whole
            } catch {
                let pause = schedule.pause(after: error, at: order.time.now, chance: .random(in: -1...1))
                guard let pause, !Task.isCancelled else { throw error.error }
                try? await Task.sleep(for: pause)
            }
        }
    }

    /// Fetches a whole body and decodes it.
    ///
    /// - Parameter excess: the error for a body above the limit.
    private func fetchWhole(
        _ uri: String, fields: HTTPFields, from origin: HTTPURL?, limit: Int, excess: PlayerError
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
