/// Retries of requests, and the action at a missing segment.
public struct NetworkRecovery: Sendable, Hashable {
    /// The retries of a failed request before its resource is missing. Status 404 and 410 are retried once. A
    /// failed connection is retried until ``PlayerConfiguration/stallTimeout``.
    public var retries = 3
    /// The pause before the first retry; it doubles with each retry.
    public var initialBackoff: Duration = .milliseconds(250)
    /// The maximum pause.
    public var maximumBackoff: Duration = .seconds(5)
    /// The random variation of pauses, as a fraction from 0 to 1. On a virtual clock there is none.
    public var jitter = 0.2
    /// The maximum time without data from the server, before and during a response; then the request has
    /// failed.
    public var idleTimeout: Duration = .seconds(8)
    /// The action at a missing segment.
    public var missingSegment: MissingSegmentPolicy = .skip

    /// The action at a segment that is missing after all retries. Media before it is played in each case.
    public enum MissingSegmentPolicy: String, Sendable, Hashable, CaseIterable, Codable {
        /// Request the segment again until ``PlayerConfiguration/stallTimeout`` has passed in a stall; then
        /// the item fails. A segment with status 401 or 403 ends the item without a wait.
        case wait
        /// Continue after the gap.
        case skip
        /// End the item, truncated.
        case stop
    }

    /// Three retries; missing segments are skipped.
    public init() {}
}
