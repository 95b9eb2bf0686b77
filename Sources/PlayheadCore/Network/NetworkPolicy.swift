/// The permitted network requests of a player, for item URLs, redirects and playlist entries.
///
/// A forbidden request fails with ``PlayerError/Code/blockedByPolicy``, and nothing is sent.
public struct NetworkPolicy: Sendable, Hashable {
    /// The permitted schemes. A remote playlist must not name files.
    public var schemes: Set<String> = ["http", "https"]
    /// The permitted host names; `*.example.com` matches all hosts below `example.com`. Nil for any.
    public var hosts: [String]?
    /// Whether hosts with non-public addresses are permitted: loopback, link-local, private, and cloud
    /// services. The connected address counts, not the name.
    public var allowsPrivateNetworks = true
    /// The maximum number of consecutive redirects.
    public var maximumRedirects = 10
    /// Whether a redirect or a playlist entry may lead from `https` to `http`.
    public var allowsDowngrade = true
    /// The maximum size of a playlist in bytes.
    public var maximumPlaylistSize = 8 << 20
    /// The maximum number of segments in a playlist, and of variants and renditions together.
    public var maximumPlaylistEntries = 100_000
    /// The maximum number of bytes per load of an item; nil for no limit.
    public var maximumBytes: Int?

    /// Any host, over HTTP with or without TLS.
    public init() {}
}
