package import PlayheadCore

/// How something is fetched that belongs to no load: with which headers, and within which policy.
package struct NetworkAccess: Sendable {
    package var options = NetworkOptions()
    package var policy = NetworkPolicy()
    package var recovery = NetworkRecovery()
    /// The address whose host may be told what gives access; nil: the one that is fetched.
    package var home: String?

    /// A player's, for what belongs to an item.
    package init(_ configuration: PlayerConfiguration, for item: MediaItem) {
        options = item.network ?? configuration.network
        policy = configuration.networkPolicy
        recovery = configuration.networkRecovery
        home = item.uri
    }

    /// For what stands by itself.
    package init(
        _ options: NetworkOptions = NetworkOptions(), _ policy: NetworkPolicy = NetworkPolicy(),
        _ recovery: NetworkRecovery = NetworkRecovery()
    ) {
        self.options = options
        self.policy = policy
        self.recovery = recovery
    }

    /// What a loader or a fetcher for an address has to know.
    package func order(for uri: String) -> LoadOrder {
        var order = LoadOrder(uri: uri)
        order.options = options
        order.policy = policy
        order.recovery = recovery
        return order
    }

    /// Whether an address is fetched over HTTP.
    package static func isWeb(_ uri: String) -> Bool {
        let start = uri.prefix(8).lowercased()
        return start.hasPrefix("http://") || start.hasPrefix("https://")
    }
}
