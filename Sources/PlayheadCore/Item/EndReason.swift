/// Why the playback of an item ended (contract 4.7).
public enum EndReason: String, Sendable, Hashable, CaseIterable, Codable {
    /// Everything that the item promised was presented.
    case natural
    /// A caller stopped, reset or closed the player.
    case stopped
    /// Another item was loaded in its place.
    case replaced
    /// A fatal error: see ``PlayerSnapshot/error``.
    case error
    /// The content ended short of what it promised: a cut file, a lost segment, a stream that could not
    /// be decoded.
    case truncated
}
