/// The reason why the playback of an item ended (contract 4.7).
public enum EndReason: String, Sendable, Hashable, CaseIterable, Codable {
    /// All promised media was presented.
    case natural
    /// A command stopped, reset or closed the player.
    case stopped
    /// Another item was loaded in its place.
    case replaced
    /// A fatal error: see ``PlayerSnapshot/error``.
    case error
    /// The content ended before its promised end: a truncated file, a missing segment, a stream that could
    /// not be decoded.
    case truncated
}
