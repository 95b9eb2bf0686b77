public import Playhead

extension Scenario {
    /// The network settings of a scenario. They correspond to options of `playhead play`; nil keeps the
    /// default.
    public struct Network: Sendable, Hashable {
        /// Headers for every request.
        public var headers: [String: String] = [:]
        /// The value of the header `User-Agent`.
        public var userAgent: String?
        /// Cookies for the host of the medium, by name.
        public var cookies: [String: String] = [:]
        /// The URL of the proxy for all requests.
        public var proxy: String?
        /// The path of the trusted CA certificates for servers.
        public var trustRoots: String?
        /// The path of the client certificate.
        public var certificate: String?
        /// The path of the private key of the client certificate.
        public var privateKey: String?
        /// Replacements in URIs that a server refuses with status 401, 403 or 410. Each key is replaced by
        /// its value.
        public var refreshExpiredURI: [String: String] = [:]
        /// The permitted URI schemes; nil: `http` and `https`.
        public var schemes: Set<String>?
        /// The permitted hosts; nil permits all hosts.
        public var hosts: [String]?
        /// The assumed bandwidth at the start, in bits per second.
        public var startBitrate: Int?
        /// The maximum bit rate of a variant, in bits per second.
        public var maxBitrate: Int?
        /// The maximum height of a variant, in lines.
        public var maxHeight: Int?
        /// The distance to the live edge at which a live stream begins.
        public var liveOffset: Duration?
        /// The maximum speed at which a live stream returns to its live offset.
        public var catchUp: Double?
        /// The number of retries of a failed request.
        public var retries: Int?
        /// The policy for a missing segment.
        public var onGap: NetworkRecovery.MissingSegmentPolicy?
        /// The maximum time without data before playback fails.
        public var stallTimeout: Duration?
        /// The maximum silence of a server before a request counts as failed.
        public var idleTimeout: Duration?
        /// Whether playback with gaps still has a natural end.
        public var allowGaps = false
        /// Whether hosts with private addresses are refused.
        public var denyPrivateNetworks = false
        /// Whether every server certificate is accepted.
        public var insecure = false

        /// Makes the default settings.
        public init() {}

        /// Applies the settings to a player configuration.
        func apply(to configuration: inout PlayerConfiguration) {
            configuration.network.headers = headers
            configuration.network.userAgent = userAgent
            configuration.network.cookies = cookies.map { NetworkCookie(name: $0.key, value: $0.value) }
            configuration.network.proxy = proxy
            configuration.network.tls.trustRoots = trustRoots
            configuration.network.tls.certificate = certificate
            configuration.network.tls.privateKey = privateKey
            if !refreshExpiredURI.isEmpty {
                configuration.refreshExpiredURI = { [refreshExpiredURI] old in
                    let fresh = refreshExpiredURI.sorted { $0.key < $1.key }.reduce(old) {
                        $0.replacing($1.key, with: $1.value)
                    }
                    return fresh == old ? nil : fresh
                }
            }
            if let schemes { configuration.networkPolicy.schemes = schemes }
            if let hosts { configuration.networkPolicy.hosts = hosts }
            configuration.quality.startBitrate = startBitrate
            configuration.quality.maximumBitrate = maxBitrate
            configuration.quality.maximumHeight = maxHeight
            configuration.liveOffset = liveOffset
            configuration.catchUpSpeed = catchUp
            if let retries { configuration.networkRecovery.retries = retries }
            if let onGap { configuration.networkRecovery.missingSegment = onGap }
            if let stallTimeout { configuration.stallTimeout = stallTimeout }
            if let idleTimeout { configuration.networkRecovery.idleTimeout = idleTimeout }
            configuration.allowsGaps = allowGaps
            configuration.networkPolicy.allowsPrivateNetworks = !denyPrivateNetworks
            configuration.network.tls.verifiesServers = !insecure
        }
    }
}
