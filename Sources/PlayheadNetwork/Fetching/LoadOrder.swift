package import PlayheadCore

/// What is fetched for a load, with what, and within which bounds.
package struct LoadOrder: Sendable {
    /// The item's own address.
    package var uri: String
    package var options = NetworkOptions()
    package var policy = NetworkPolicy()
    package var recovery = NetworkRecovery()
    package var quality = QualityLimits()
    /// How long a network may give nothing until that is an error.
    package var stallTimeout: Duration = .seconds(30)
    /// How long the load may take to show something.
    package var loadTimeout: Duration = .seconds(20)
    package var time: any PlayerTime = SystemTime()
    /// Counts what is under way; shared by all who hold this order.
    package let fetches = InFlightRequests()
    /// How far behind its end a live stream begins; nil for what it asks for itself.
    package var liveOffset: Duration?
    /// Asked once for a fresh address when a server refuses one (401, 403, 410); nil as an answer: there is none.
    package var refresh: (@Sendable (String) async -> String?)?

    package init(uri: String) { self.uri = uri }

    /// By how much pauses vary, from -1 to 1; not at all where every run is to be the same.
    package var chance: @Sendable () -> Double {
        if time.isVirtual { return { 0 } }
        return { Double.random(in: -1...1) }
    }

    /// The address, if it names a host or a file.
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
