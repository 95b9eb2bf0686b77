/// What a player does where a network fails it.
public struct NetworkRecovery: Sendable, Hashable {
    /// How often a request that failed is sent again before what it asked for counts as missing. A server that says that there is
    /// no such resource (404, 410) is asked again once only; a connection that cannot be made is tried until ``PlayerConfiguration/stallTimeout``.
    public var retries = 3
    /// How long the first pause between two tries is; each further one is twice as long.
    public var initialBackoff: Duration = .milliseconds(250)
    /// How long a pause is at most.
    public var maximumBackoff: Duration = .seconds(5)
    /// By how much pauses vary by chance, as a part of each: 0 to 1. On a virtual clock they do not vary.
    public var jitter = 0.2
    /// How long a server may be silent, before its answer begins and between two parts of it, until the request counts as failed.
    public var idleTimeout: Duration = .seconds(8)
    /// What is done where a part of a stream is missing.
    public var missingSegment: MissingSegmentPolicy = .skip

    /// What is done where a part of a stream is missing, after all tries. What comes before it is played in each case.
    public enum MissingSegmentPolicy: String, Sendable, Hashable, CaseIterable, Codable {
        /// What is held is played, and the part is asked for again and again, until playback has stood still for
        /// ``PlayerConfiguration/stallTimeout``; then the item fails. A part that nobody may have (401, 403) is not waited for.
        case wait
        /// Playback goes on after the gap.
        case skip
        /// The item ends there, truncated.
        case stop
    }

    /// Three tries more, and over gaps.
    public init() {}
}
