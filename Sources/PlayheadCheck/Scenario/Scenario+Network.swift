public import Playhead

extension Scenario {
    /// How what comes from a network is fetched, as the options of `playhead play` say it. What is nil is as it is without.
    public struct Network: Sendable, Hashable {
        /// Headers that every request bears.
        public var headers: [String: String] = [:]
        /// What the player says it is.
        public var userAgent: String?
        /// Cookies for the host of the medium, by their names.
        public var cookies: [String: String] = [:]
        /// The address of the proxy that all requests go through.
        public var proxy: String?
        /// The path of a file of certificates that servers' certificates have to descend from.
        public var trustRoots: String?
        /// The paths of a certificate that is shown to servers which ask for one, and of its key.
        public var certificate: String?
        /// The path of the certificate's key.
        public var privateKey: String?
        /// Texts of addresses that servers refuse (401, 403, 410), and what stands in their places in fresh ones.
        public var refreshExpiredURI: [String: String] = [:]
        /// What addresses may begin with; nil: `http` and `https`.
        public var schemes: Set<String>?
        /// The only hosts that are asked; nil: all.
        public var hosts: [String]?
        /// What is assumed of the network at the start, in bits a second.
        public var startBitrate: Int?
        /// The most that a variant of a stream may need, in bits a second.
        public var maxBitrate: Int?
        /// The most lines that a variant's pictures may have.
        public var maxHeight: Int?
        /// How far behind its newest part a live stream begins.
        public var liveOffset: Duration?
        /// How fast a live stream that has fallen behind is played to catch up.
        public var catchUp: Double?
        /// How often a request that failed is sent again.
        public var retries: Int?
        /// What is done where a part of a stream is missing.
        public var onGap: NetworkRecovery.MissingSegmentPolicy?
        /// How long a network may give nothing.
        public var stallTimeout: Duration?
        /// How long a server may be silent until a request counts as failed.
        public var idleTimeout: Duration?
        /// Whether an end is natural in spite of gaps.
        public var allowGaps = false
        /// Whether hosts are refused whose addresses are not public.
        public var denyPrivateNetworks = false
        /// Whether any certificate will do.
        public var insecure = false

        /// As it is without.
        public init() {}

        /// Sets a player up so.
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
