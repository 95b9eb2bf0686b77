/// A text on a network.
package enum NetworkText {
    /// All of it, fetched as a playlist is; nil where it cannot be had, or is no UTF-8.
    package static func fetch(_ uri: String) async -> String? {
        guard let address = WebAddress(uri), !address.host.isEmpty else { return nil }
        let order = LoadOrder(uri: uri)
        let limit = order.policy.maximumPlaylistSize
        guard let fetcher = try? Fetcher(order, home: address) else { return nil }
        defer { fetcher.close() }
        let excess = NetworkPolicy.longPlaylist(limit, address)
        let bytes = try? await fetcher.fetchWhole(uri, limit: limit, excess: excess).body
        return bytes.flatMap { String(validating: $0, as: UTF8.self) }
    }
}
