internal import HTTPTransport
package import PlayheadCore
internal import Synchronization

extension NetworkAccess {
    /// Sends a body with POST, without retries. Throws unless the response has a status of success.
    package func post(_ body: [UInt8], as mediaType: String, to uri: String) async throws(PlayerError) {
        guard let address = HTTPURL(uri), !address.isFile else {
            throw PlayerError(.invalidURI, "“\(uri)” is not an address", uri: uri)
        }
        let fetcher = try Fetcher(order(for: uri), home: address)
        defer { fetcher.close() }
        do throws(FetchFault) {
            try await fetcher.post(body, as: mediaType, to: address)
        } catch {
            throw error.error
        }
    }
}
