/// A fault in presented media, with its range of media time.
public struct PresentationFinding: Sendable, Hashable {
    /// The kind of a fault.
    public enum Kind: Sendable, Hashable {
        /// The video was black.
        case black
        /// The video did not change.
        case frozen
        /// The audio was silent.
        case silent
        /// The audio was clipped at full scale.
        case clipped
        /// One channel, counted from 0, was silent while another was not.
        case deadChannel(Int)
        /// Audio and video were not synchronous.
        case drift
    }

    /// The kind of fault.
    public var kind: Kind
    /// The start, in media time.
    public var start: Duration
    /// The end, in media time.
    public var end: Duration

    /// Makes a finding.
    public init(_ kind: Kind, start: Duration, end: Duration) {
        self.kind = kind
        self.start = start
        self.end = end
    }
}
