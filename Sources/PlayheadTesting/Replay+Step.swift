public import Playhead

extension TraceReplay {
    /// One input and what today's code made of it.
    public struct Step: Sendable {
        /// The line of the recording, counted from 1.
        public let line: Int
        /// When the input took effect, since the recording began.
        public let time: Duration
        /// The input, in words.
        public let input: String
        /// What stands in that line.
        package let fields: JSONFields
        /// The player after it.
        public let snapshot: PlayerSnapshot
        /// What observers heard of it.
        public let events: [PlayerEvent]
        /// Whether it changed anything.
        public let isChange: Bool
    }

    /// Where a recording and today's code part.
    public struct Divergence: Sendable, Equatable {
        /// The line of the recording, counted from 1.
        public let line: Int
        /// The input in that line, in words.
        public let input: String
        /// What differs after it.
        public let differences: [Difference]
    }

    /// One value that is not as it was.
    public struct Difference: Sendable, Equatable {
        /// The field of the state, with its place, such as `seeks.waiting.target`.
        public let field: String
        /// The value in the recording, as JSON.
        public let recorded: String
        /// The value that today's code comes to, as JSON.
        public let computed: String
    }
}

extension TraceReplay.Divergence: CustomStringConvertible {
    /// Where, what, and how it differs.
    public var description: String {
        let values = differences.map { "\($0.field) was \($0.recorded) and is \($0.computed)" }
        return "line \(line): \(input): " + values.joined(separator: ", ")
    }
}
