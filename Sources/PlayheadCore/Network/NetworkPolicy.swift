/// What a player may fetch from a network, whoever asks for it: the item's own address, a redirect, or an entry of a playlist.
///
/// What is not allowed is an error (``PlayerError/Code/blockedByPolicy``), and nothing is sent.
public struct NetworkPolicy: Sendable, Hashable {
    /// The schemes that may be fetched. A playlist that came from a network never names a file.
    public var schemes: Set<String> = ["http", "https"]
    /// The hosts that may be asked, by name; `*.example.com` stands for all hosts below `example.com`. Nil for any.
    public var hosts: [String]?
    /// Whether hosts may be asked whose addresses are not public: loopback, link-local, private, and those of a cloud's own services. What counts
    /// is the address that is connected to, not the name.
    public var allowsPrivateNetworks = true
    /// How many redirects in a row are followed.
    public var maximumRedirects = 10
    /// Whether a redirect, or a playlist's entry, may lead from `https` to `http`.
    public var allowsDowngrade = true
    /// How long a playlist may be, in bytes.
    public var maximumPlaylistSize = 8 << 20
    /// How many segments a playlist may name, and how many variants and renditions together.
    public var maximumPlaylistEntries = 100_000
    /// How many bytes may be fetched for one load of an item; nil for any number.
    public var maximumBytes: Int?

    /// Any host, over HTTP with or without TLS.
    public init() {}
}
