package import PlayheadCore

/// The network options and the policy for requests outside of a load.
package struct NetworkAccess: Sendable {
    package var options = NetworkOptions()
    package var policy = NetworkPolicy()
    package var recovery = NetworkRecovery()
    /// The URI whose host may receive credentials; nil means the fetched URI.
    package var home: String?

    /// Uses the settings of a player for an item.
    package init(_ configuration: PlayerConfiguration, for item: MediaItem) {
        options = item.network ?? configuration.network
        policy = configuration.networkPolicy
        recovery = configuration.networkRecovery
        home = item.uri
    }

    /// Uses explicit settings, without a player.
    package init(
        _ options: NetworkOptions = NetworkOptions(), _ policy: NetworkPolicy = NetworkPolicy(),
        _ recovery: NetworkRecovery = NetworkRecovery()
    ) {
        self.options = options
        self.policy = policy
        self.recovery = recovery
    }

    /// The order of a loader or a fetcher for a URI.
    package func order(for uri: String) -> LoadOrder {
        var order = LoadOrder(uri: uri)
        order.options = options
        order.policy = policy
        order.recovery = recovery
        return order
    }

    /// Whether the URI has the scheme `http` or `https`.
    package static func isWeb(_ uri: String) -> Bool {
        let start = uri.prefix(8).lowercased()
        return start.hasPrefix("http://") || start.hasPrefix("https://")
    }
}
