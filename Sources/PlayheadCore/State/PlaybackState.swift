/// What a player is doing, as a person would say it (contract 1.1).
public enum PlaybackState: Sendable, Hashable {
    /// There is no content.
    case idle
    /// There is content, and the player was not asked to play it.
    case paused(buffering: Bool)
    /// There is content, and the player was asked to play it.
    case playing(buffering: Bool)

    /// Whether there is content.
    public var hasContent: Bool { self != .idle }

    /// Whether media is advancing: asked to play and able to.
    public var isPlaying: Bool { self == .playing(buffering: false) }

    /// Whether the next frame or sample could not be shown at once: not prerolled yet, a network buffer
    /// below its mark, or a seek in flight.
    public var isBuffering: Bool {
        switch self {
        case .idle: false
        case .paused(let buffering), .playing(let buffering): buffering
        }
    }

    /// One flat word for logs and JSON: `idle`, `paused`, `pausedBuffering`, `playing`, `playingBuffering`.
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
