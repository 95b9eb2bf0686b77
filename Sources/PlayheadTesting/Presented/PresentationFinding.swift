/// Something that is wrong with what was presented, from one media time to another.
public struct PresentationFinding: Sendable, Hashable {
    /// What can be wrong.
    public enum Kind: Sendable, Hashable {
        /// The picture was black.
        case black
        /// The picture did not change.
        case frozen
        /// Nothing was to be heard.
        case silent
        /// The sound was cut off at full scale.
        case clipped
        /// One channel, counted from 0, was silent while another was not.
        case deadChannel(Int)
        /// Sound and picture went apart.
        case drift
    }

    /// What is wrong.
    public var kind: Kind
    /// Where it begins, on the timeline of the medium.
    public var start: Duration
    /// Where it ends.
    public var end: Duration

    /// A finding.
    public init(_ kind: Kind, start: Duration, end: Duration) {
        self.kind = kind
        self.start = start
        self.end = end
    }
}
