/// One thing that was looked at, and how it came out.
public struct CheckCase: Sendable, Hashable, Codable {
    /// How something came out.
    public enum Outcome: String, Sendable, Hashable, CaseIterable, Codable {
        /// It is as it should be.
        case passed
        /// It is not as it should be.
        case failed
        /// It was not looked at, for a reason.
        case skipped
        /// Looking at it did not work.
        case error
    }

    /// What was looked at.
    public var name: String
    /// How it came out.
    public var outcome: Outcome
    /// Why it did not pass, in a sentence or two; nil when it did.
    public var message: String?
    /// How long it took, in seconds of real time.
    public var time: Double

    /// A case.
    public init(_ name: String, _ outcome: Outcome, _ message: String? = nil, time: Double = 0) {
        self.name = name
        self.outcome = outcome
        self.message = message
        self.time = time
    }
}
