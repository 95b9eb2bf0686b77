/// What is fetched for a load, with what, and within which bounds.
struct LoadOrder: Sendable {
    /// The item's own address.
    var uri: String
    var options = NetworkOptions()
    var policy = NetworkPolicy()
    var recovery = NetworkRecovery()
    var quality = QualityLimits()
    /// How long a network may give nothing until that is an error.
    var stallTimeout: Duration = .seconds(30)
    /// How long the load may take to show something.
    var loadTimeout: Duration = .seconds(20)
    var time: any PlayerTime = SystemTime()
    /// Counts what is under way; shared by all who hold this order.
    let fetches = Fetches()
    /// How far behind its end a live stream begins; nil for what it asks for itself.
    var liveOffset: Duration?
    /// Asked once for a fresh address when a server refuses one (401, 403, 410); nil as an answer: there is none.
    var refresh: (@Sendable (String) async -> String?)?

    init(uri: String) { self.uri = uri }

    /// By how much pauses vary, from -1 to 1; not at all where every run is to be the same.
    var chance: @Sendable () -> Double {
        if time.isVirtual { return { 0 } }
        return { Double.random(in: -1...1) }
    }

    /// The address, if it names a host or a file.
    var home: WebAddress {
        get throws(PlayerError) {
            guard let home = WebAddress(uri), home.isFile || !home.host.isEmpty else {
                throw PlayerError(
                    .invalidURI, "The address names no host", hint: "check the address", uri: uri)
            }
            return home
        }
    }
}
