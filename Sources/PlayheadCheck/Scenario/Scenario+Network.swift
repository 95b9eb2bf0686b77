public import Playhead

extension Scenario {
    /// How what comes from a network is fetched, as the options of `playhead play` say it. What is nil is as it is without.
    public struct Network: Sendable, Hashable {
        /// Headers that every request bears.
        public var headers: [String: String] = [:]
        /// How often a request that failed is sent again.
        public var retries: Int?
        /// What is done where a part of a stream is missing.
        public var onHole: NetworkRecovery.MissingPart?
        /// How long a network may give nothing.
        public var stallTimeout: Duration?
        /// How long a server may be silent until a request counts as failed.
        public var silence: Duration?
        /// Whether an end is natural in spite of holes.
        public var allowHoles = false
        /// Whether hosts are refused whose addresses are not public.
        public var denyPrivateNetworks = false
        /// Whether any certificate will do.
        public var insecure = false

        /// As it is without.
        public init() {}

        /// Sets a player up so.
        func apply(to configuration: inout PlayerConfiguration) {
            configuration.network.headers = headers
            if let retries { configuration.networkRecovery.retries = retries }
            if let onHole { configuration.networkRecovery.missingPart = onHole }
            if let stallTimeout { configuration.stallDeadline = stallTimeout }
            if let silence { configuration.networkRecovery.silence = silence }
            configuration.allowsHoles = allowHoles
            configuration.networkPolicy.allowsPrivateNetworks = !denyPrivateNetworks
            configuration.network.tls.verifiesServers = !insecure
        }
    }
}
