/// The result of one scenario or of one medium.
public struct CheckResult: Sendable, Hashable {
    /// The kind of an input.
    public enum Kind: String, Sendable, Hashable, Codable {
        /// A scenario file.
        case scenario
        /// A medium, with expectations or with the standard examination.
        case medium
    }

    /// The index in the list of all inputs, from 0. It is the same in every shard.
    public var index: Int
    /// The path or URI.
    public var input: String
    /// The kind of the input.
    public var kind: Kind
    /// The checked properties in order.
    public var cases: [CheckCase]
    /// The real time of the check, in seconds.
    public var time: Double
    /// The time of the beginning, in seconds since 1970.
    public var began: Double
    /// Whether the scenario file has a mistake.
    public var isMistaken: Bool
    /// The last lines of standard error; nil if all went well.
    public var log: String?

    /// Makes a result.
    public init(
        index: Int, input: String, kind: Kind, cases: [CheckCase] = [], time: Double = 0, began: Double = 0,
        isMistaken: Bool = false, log: String? = nil
    ) {
        self.index = index
        self.input = input
        self.kind = kind
        self.cases = cases
        self.time = time
        self.began = began
        self.isMistaken = isMistaken
        self.log = log
    }

    /// The number of cases with an outcome.
    public func count(of outcome: CheckCase.Outcome) -> Int { cases.count { $0.outcome == outcome } }

    /// The worst outcome of the cases. An error is worse than a failure.
    public var outcome: CheckCase.Outcome {
        [.error, .failed, .passed].first { count(of: $0) > 0 } ?? .skipped
    }
}
