/// What came of one scenario, or of the examination of one medium.
public struct CheckResult: Sendable, Hashable {
    /// What was checked.
    public enum Kind: String, Sendable, Hashable, Codable {
        /// A scenario, by its file.
        case scenario
        /// A medium, with expectations or by the standard examination.
        case medium
    }

    /// The place in the list of everything that was to be checked, from 0; the same in every shard.
    public var index: Int
    /// The path or the address.
    public var input: String
    /// What it is.
    public var kind: Kind
    /// What was looked at, in order.
    public var cases: [CheckCase]
    /// How long it took, in seconds of real time.
    public var time: Double
    /// When it began, in seconds since 1970.
    public var began: Double
    /// Whether it is a scenario with a mistake in it.
    public var isMistaken: Bool
    /// The last lines of what was written on standard error, where something went wrong.
    public var log: String?

    /// A result.
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

    /// How many cases came out so.
    public func count(of outcome: CheckCase.Outcome) -> Int { cases.count { $0.outcome == outcome } }

    /// The worst of its cases; an error is worse than a failure.
    public var outcome: CheckCase.Outcome {
        [.error, .failed, .passed].first { count(of: $0) > 0 } ?? .skipped
    }
}
