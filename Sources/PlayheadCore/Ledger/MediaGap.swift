/// Media that was due and did not reach the outputs.
public struct MediaGap: Sendable, Hashable, Codable {
    /// The cause of a gap.
    public enum Cause: Sendable, Hashable, Codable {
        /// A segment could not be fetched: its URI, and the status of the response; nil without a response.
        case missingSegment(uri: String, status: Int?)
        /// The playlist declares the gap (`EXT-X-GAP`).
        case declaredGap
        /// The source ended early.
        case cutOff
        /// The media could not be decoded.
        case damaged
        /// The media was decoded too late.
        case late
        /// The cause is unknown.
        case unknown
    }

    /// The kind of the missing media; nil for all kinds.
    public var kind: Track.Kind?
    /// The start on the media timeline.
    public var start: Duration
    /// The end on the media timeline.
    public var end: Duration
    /// The cause.
    public var cause: Cause

    /// A gap.
    public init(kind: Track.Kind? = nil, from start: Duration, to end: Duration, cause: Cause) {
        self.kind = kind
        self.start = start
        self.end = end
        self.cause = cause
    }
}

extension MediaGap {
    /// How much earlier than the promised duration an end may be without a gap: 1 % of the duration, between
    /// 250 ms and 3 s. Durations are rounded or estimated (contract 4.7).
    package static func endTolerance(of promised: Duration) -> Duration {
        max(.milliseconds(250), min(promised / 100, .seconds(3)))
    }
}
