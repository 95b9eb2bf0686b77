/// How a seek ended. Every caller gets exactly one (contract 2.3).
public enum SeekResult: Sendable, Equatable {
    /// Playback stands at this position, which differs from the target when a keyframe was asked for or
    /// the target lay outside the seekable range.
    case completed(at: Duration)
    /// The player already stood there.
    case unnecessary
    /// A later seek took its place before it was carried out.
    case superseded
    /// The item was stopped, replaced, reset or closed meanwhile, or there was none.
    case stopped
    /// The item failed, or refuses to seek.
    case failed(PlayerError)
    /// No answer came before ``PlayerConfiguration/seekTimeout``.
    case timedOut
}

/// How exactly a seek has to land.
public enum SeekTolerance: Sendable, Hashable, Codable {
    /// On the frame that contains the target.
    case exact
    /// On the keyframe at or before the target: much faster.
    case before
    /// On the keyframe at or after the target; where there is none, on the last one.
    case after
    /// On the keyframe nearest to the target.
    case near
    /// Anywhere from so much before the target to so much after it: on a keyframe if one lies there, otherwise exactly.
    case within(before: Duration, after: Duration)
}
