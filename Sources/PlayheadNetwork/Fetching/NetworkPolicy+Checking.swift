package import PlayheadCore

extension NetworkPolicy {
    /// The reason why the policy forbids a request; nil when it is allowed. Resolved host names are checked
    /// after the connection.
    ///
    /// - Parameter origin: the URL that led to this one, by a redirect or as an entry of a playlist.
    package func refusal(of address: HTTPURL, from origin: HTTPURL?) -> PlayerError? {
        guard schemes.contains(address.scheme), ["http", "https"].contains(address.scheme) else {
            return Self.forbidden("Addresses that begin with \(address.scheme): must not be fetched", address)
        }
        if let hosts, !hosts.contains(where: { Self.matches(address.host, $0) }) {
            return Self.forbidden("The host \(address.host) is not one that may be asked", address)
        }
        if !allowsDowngrade, origin?.isSecure == true, !address.isSecure {
            return Self.forbidden("It leads from https to http, which is not allowed", address)
        }
        if !allowsPrivateNetworks, PrivateAddressRanges.contains(host: address.host) {
            return Self.privateHost(address)
        }
        return nil
    }

    /// Whether the policy allows everything, so that GStreamer may fetch by itself.
    package var allowsAnything: Bool {
        allowsPrivateNetworks && hosts == nil && maximumBytes == nil && allowsDowngrade
            && schemes.isSuperset(of: ["http", "https"])
    }

    static func longPlaylist(_ limit: Int, _ address: HTTPURL) -> PlayerError {
        forbidden("The playlist is longer than \(limit) bytes", address)
    }

    static func privateHost(_ address: HTTPURL) -> PlayerError {
        forbidden("The address of \(address.host) is not public, and such must not be asked", address)
    }

    static func forbidden(_ message: String, _ address: HTTPURL) -> PlayerError {
        PlayerError(.blockedByPolicy, message, hint: "see the player's network policy", uri: address.text)
    }

    private static func matches(_ host: String, _ pattern: String) -> Bool {
        let pattern = pattern.lowercased()
        return pattern.hasPrefix("*.") ? host.hasSuffix(pattern.dropFirst()) : host == pattern
    }
}
