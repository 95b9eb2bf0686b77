public import Playhead

extension TraceReplay {
    /// One input of a session trace and its effect in the current version.
    public struct Step: Sendable {
        /// The line of the trace, counted from 1.
        public let line: Int
        /// The time at which the input took effect, since the start of the trace.
        public let time: Duration
        /// The input as text.
        public let input: String
        /// The fields of the line.
        package let fields: JSONFields
        /// The snapshot after the input.
        public let snapshot: PlayerSnapshot
        /// The events that the input caused.
        public let events: [PlayerEvent]
        /// Whether the input changed anything.
        public let isChange: Bool
    }

    /// The first input whose effect differs between the trace and the current version.
    public struct Divergence: Sendable, Equatable {
        /// The line of the trace, counted from 1.
        public let line: Int
        /// The input of the line as text.
        public let input: String
        /// The differences after the input.
        public let differences: [Difference]
    }

    /// A value that differs.
    public struct Difference: Sendable, Equatable {
        /// The path of the field in the state, such as `seeks.waiting.target`.
        public let field: String
        /// The value in the trace, as JSON.
        public let recorded: String
        /// The value in the current version, as JSON.
        public let computed: String
    }
}

extension TraceReplay.Divergence: CustomStringConvertible {
    /// The line, the input and the differences.
    public var description: String {
        let values = differences.map { "\($0.field) was \($0.recorded) and is \($0.computed)" }
        return "line \(line): \(input): " + values.joined(separator: ", ")
    }
}
