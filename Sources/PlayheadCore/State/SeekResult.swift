/// The result of a seek. Every caller gets exactly one (contract 2.3).
public enum SeekResult: Sendable, Equatable {
    /// The position after the seek. It differs from the target for a keyframe seek, or for a target outside
    /// the seekable range.
    case completed(at: Duration)
    /// The position was already the target.
    case unnecessary
    /// A later seek replaced this one before it was sent.
    case superseded
    /// The item was stopped, replaced, reset or closed in the meantime, or there was none.
    case stopped
    /// The item failed, or refused the seek.
    case failed(PlayerError)
    /// No result came within ``PlayerConfiguration/seekTimeout``.
    case timedOut
}

/// The accuracy of a seek.
public enum SeekTolerance: Sendable, Hashable, Codable {
    /// The frame that contains the target.
    case exact
    /// The keyframe at or before the target; much faster.
    case before
    /// The keyframe at or after the target; if there is none, the last one.
    case after
    /// The keyframe nearest to the target.
    case near
    /// Any position in this interval around the target: a keyframe if there is one, otherwise the exact
    /// target.
    case within(before: Duration, after: Duration)
}
