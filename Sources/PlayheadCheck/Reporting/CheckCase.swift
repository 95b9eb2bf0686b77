public import Playhead

/// One checked property with its outcome.
public struct CheckCase: Sendable, Hashable, Codable {
    /// The outcome of a case.
    public enum Outcome: String, Sendable, Hashable, CaseIterable, Codable {
        /// The property is as expected.
        case passed
        /// The property is not as expected.
        case failed
        /// The property was not checked; the message has the reason.
        case skipped
        /// The check itself could not be carried out.
        case error
    }

    /// The checked property.
    public var name: String
    /// The outcome.
    public var outcome: Outcome
    /// The reason in one or two sentences; nil if the case passed.
    public var message: String?
    /// The real time of the check, in seconds.
    public var time: Double
    /// The positions in the medium at which the case failed, in seconds; nil where it has none.
    public var positions: [Double]?
    /// The text of the step of a scenario that failed; nil for other cases.
    public var step: String?
    /// The error code of the player with which the case failed; `timedOut` for a step that took too long. Nil
    /// without an error.
    public var error: PlayerError.Code?
    /// What was found in place of the expected value: the word, or `less`, `more`, `same` or `none` for a number.
    /// Nil for other cases.
    public var found: String?
    /// The status of the item after the steps of a scenario; nil for other cases.
    public var status: ItemStatus?

    /// Makes a case.
    public init(_ name: String, _ outcome: Outcome, _ message: String? = nil, time: Double = 0) {
        self.name = name
        self.outcome = outcome
        self.message = message
        self.time = time
    }
}
