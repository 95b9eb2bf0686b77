/// A quality report for people: one HTML page without other resources.
///
/// The page works without scripts; a script adds a filter and keys. Severities have signs and words beside
/// their colours.
public struct ReportPage: Sendable {
    /// How severe a finding is, and the verdict on an input.
    public enum Severity: String, Sendable, CaseIterable, Comparable {
        /// All is as it should be.
        case passed
        /// A remark, such as a skipped check.
        case note
        /// A weakness that does not fail.
        case warning
        /// A fault.
        case error

        /// A worse severity is greater.
        public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// The title of the page.
    public var title: String
    /// The sentence below the title, such as the version and the date.
    public var subtitle: String
    /// The examined inputs in order.
    public var inputs: [Input]
    /// The tables after all inputs.
    public var tables: [Table] = []

    /// Makes a page.
    public init(title: String, subtitle: String = "", inputs: [Input] = []) {
        (self.title, self.subtitle, self.inputs) = (title, subtitle, inputs)
    }

    /// One examined input.
    public struct Input: Sendable {
        /// The name in the summary.
        public var name: String
        /// The verdict.
        public var severity: Severity
        /// The verdict in words.
        public var verdict: String
        /// Facts as names and values.
        public var facts: [(name: String, value: String)] = []
        /// The results in the order of the page.
        public var findings: [Finding] = []
        /// The axes of time. Findings are marked on the first one.
        public var timelines: [Timeline] = []
        /// The tables after the findings.
        public var tables: [Table] = []
        /// The command that repeats the examination.
        public var command: String?

        /// Makes an input without findings.
        public init(name: String, severity: Severity, verdict: String) {
            (self.name, self.severity, self.verdict) = (name, severity, verdict)
        }
    }

    /// A result in the list of an input.
    public struct Finding: Sendable {
        /// How severe the finding is.
        public var severity: Severity
        /// The name of the rule or of the check.
        public var name: String
        /// The result in words.
        public var message: String
        /// Further places, the source of the rule, the correction.
        public var details: [String] = []
        /// The moments in seconds on the first timeline.
        public var times: [Double] = []
        /// The command that repeats the check.
        public var command: String?

        /// Makes a finding.
        public init(_ severity: Severity, _ name: String, _ message: String) {
            (self.severity, self.name, self.message) = (severity, name, message)
        }
    }

    /// Lanes and curves over one axis of time.
    public struct Timeline: Sendable {
        /// The heading.
        public var title: String
        /// The length of the axis in seconds.
        public var duration: Double
        /// The real time of the beginning in seconds since 1970. Times are then shown as times of day in UTC; nil
        /// shows them since the beginning.
        public var startsAt: Double?
        /// The pictures in order of time.
        public var pictures: [Picture] = []
        /// The ranges of time.
        public var lanes: [Lane] = []
        /// The values over time.
        public var curves: [Curve] = []
        /// The large pictures below the axis.
        public var figures: [Figure] = []

        /// Makes a timeline without content.
        public init(title: String, duration: Double) { (self.title, self.duration) = (title, duration) }
    }

    /// A JPEG picture of a moment.
    public struct Picture: Sendable {
        /// The time in seconds.
        public var time: Double
        /// The JPEG file.
        public var jpeg: [UInt8]

        /// Makes a picture.
        public init(time: Double, jpeg: [UInt8]) { (self.time, self.jpeg) = (time, jpeg) }
    }

    /// A large JPEG picture with a caption.
    public struct Figure: Sendable {
        /// The time in seconds.
        public var time: Double
        /// The JPEG file.
        public var jpeg: [UInt8]
        /// The text below the picture.
        public var caption: String

        /// Makes a figure.
        public init(time: Double, jpeg: [UInt8], caption: String) {
            (self.time, self.jpeg, self.caption) = (time, jpeg, caption)
        }
    }

    /// Ranges of time with a common name. Overlapping ranges are drawn below each other.
    public struct Lane: Sendable {
        /// A range of time.
        public struct Span: Sendable {
            /// The start in seconds.
            public var start: Double
            /// The end in seconds.
            public var end: Double
            /// The name of the range.
            public var label: String
            /// The colour of the range.
            public var severity: Severity

            /// Makes a range.
            public init(_ start: Double, _ end: Double, _ label: String, _ severity: Severity = .note) {
                (self.start, self.end, self.label, self.severity) = (start, end, label, severity)
            }
        }

        /// The name of the lane.
        public var name: String
        /// The ranges.
        public var spans: [Span]
        /// Whether the ranges follow each other, such as states. They are drawn in one row.
        public var isSequence = false

        /// Makes a lane.
        public init(name: String, spans: [Span]) { (self.name, self.spans) = (name, spans) }
    }

    /// A value over time.
    public struct Curve: Sendable {
        /// The name of the value.
        public var name: String
        /// The unit of the value.
        public var unit: String
        /// Times in seconds, ascending, and values.
        public var points: [(time: Double, value: Double)]
        /// Whether a value holds until the next point.
        public var isStepped = false
        /// A limit, drawn as a dashed line with this name.
        public var limit: (name: String, value: Double)?
        /// The range of the axis; nil for that of the values.
        public var range: ClosedRange<Double>?

        /// Makes a curve.
        public init(name: String, unit: String, points: [(time: Double, value: Double)]) {
            (self.name, self.unit, self.points) = (name, unit, points)
        }
    }

    /// A table of texts.
    public struct Table: Sendable {
        /// The heading.
        public var title: String
        /// The names of the columns.
        public var columns: [String]
        /// The cells by rows.
        public var rows: [[String]]

        /// Makes a table.
        public init(title: String, columns: [String], rows: [[String]]) {
            (self.title, self.columns, self.rows) = (title, columns, rows)
        }
    }
}
