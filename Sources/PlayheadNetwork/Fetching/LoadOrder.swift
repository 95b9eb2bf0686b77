package import PlayheadCore

/// The parameters of a load: its URI, network options, policy, timeouts and clock.
package struct LoadOrder: Sendable {
    /// The URI of the item.
    package var uri: String
    package var options = NetworkOptions()
    package var policy = NetworkPolicy()
    package var recovery = NetworkRecovery()
    package var quality = QualityLimits()
    /// The maximum time without data from the network before an error.
    package var stallTimeout: Duration = .seconds(30)
    /// The maximum time until the first frame or sample.
    package var loadTimeout: Duration = .seconds(20)
    package var time: any PlayerTime = SystemTime()
    /// The count of unfinished requests, shared by all holders of this order.
    package let fetches = InFlightRequests()
    /// The distance of the start from the live edge; nil uses the value of the stream.
    package var liveOffset: Duration?
    /// Called once for a fresh URI when a server responds with 401, 403 or 410. Returns nil when there is no
    /// fresh URI.
    package var refresh: (@Sendable (String) async -> String?)?

    /// Takes the bytes as they are received.
    package var tap: (any ByteTap)?

    package init(uri: String) { self.uri = uri }

    /// A random number from -1 to 1 for the jitter of retry pauses; 0 on a virtual clock, so that runs are
    /// reproducible.
    package var chance: @Sendable () -> Double {
        if time.isVirtual { return { 0 } }
        return { Double.random(in: -1...1) }
    }

    /// The parsed URI. Throws when it names neither a host nor a file.
    package var home: HTTPURL {
        get throws(PlayerError) {
            guard let home = HTTPURL(uri), home.isFile || !home.host.isEmpty else {
                throw PlayerError(
                    .invalidURI, "The address names no host", hint: "check the address", uri: uri)
            }
            return home
        }
    }
}
