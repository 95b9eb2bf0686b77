/// The playback state of a player (contract 1.1).
public enum PlaybackState: Sendable, Hashable {
    /// There is no content.
    case idle
    /// There is content, and playback is not requested.
    case paused(buffering: Bool)
    /// There is content, and playback is requested.
    case playing(buffering: Bool)

    /// Whether there is content.
    public var hasContent: Bool { self != .idle }

    /// Whether media is advancing: playback is requested and possible.
    public var isPlaying: Bool { self == .playing(buffering: false) }

    /// Whether the next frame or sample is unavailable: before the preroll, with a network buffer below its
    /// mark, or with a seek in flight.
    public var isBuffering: Bool {
        switch self {
        case .idle: false
        case .paused(let buffering), .playing(let buffering): buffering
        }
    }

    /// A flat name for logs and JSON: `idle`, `paused`, `pausedBuffering`, `playing`, `playingBuffering`.
    public var name: String {
        switch self {
        case .idle: "idle"
        case .paused(buffering: false): "paused"
        case .paused(buffering: true): "pausedBuffering"
        case .playing(buffering: false): "playing"
        case .playing(buffering: true): "playingBuffering"
        }
    }
}
