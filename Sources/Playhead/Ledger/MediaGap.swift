/// A stretch of a medium that did not reach the outputs though it was to be played.
public struct MediaGap: Sendable, Hashable, Codable {
    /// Why it did not.
    public enum Cause: Sendable, Hashable, Codable {
        /// A part of the stream could not be fetched: its address, and the status that the server answered with; nil where it gave none.
        case missingSegment(uri: String, status: Int?)
        /// The playlist says that there is nothing.
        case declaredGap
        /// The source broke off.
        case cutOff
        /// It came, and could not be decoded.
        case damaged
        /// It was decoded, and came too late to be shown.
        case late
        /// Nothing is known but that it did not come.
        case unknown
    }

    /// What is missing; nil for all that there is.
    public var kind: Track.Kind?
    /// Where it begins, on the medium's timeline.
    public var start: Duration
    /// Where it ends.
    public var end: Duration
    /// Why it is missing.
    public var cause: Cause

    /// A stretch of the medium.
    public init(kind: Track.Kind? = nil, from start: Duration, to end: Duration, cause: Cause) {
        self.kind = kind
        self.start = start
        self.end = end
        self.cause = cause
    }
}
