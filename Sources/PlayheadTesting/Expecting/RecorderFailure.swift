internal import Playhead

/// The recorded events are not what was expected.
public struct RecorderFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// What was expected and what is so, in one sentence.
    public let message: String
    /// The recorder up to then.
    public let trace: PlaybackTrace
    /// Which entries of it the failure is about.
    public let marks: [Int]

    init(
        _ message: String, trace: PlaybackTrace, marking matcher: EventMatcher? = nil, from start: Int = 0
    ) {
        self.message = message
        self.trace = trace
        marks = trace.entries.indices.filter { index in
            guard let matcher, index >= start else { return false }
            return matcher.matches(trace.entries[index].event)
        }
    }

    /// The message, and under it the recorded events, one line for each event; those that it is about are marked.
    public var description: String {
        let lines = trace.entries.indices.map { (marks.contains($0) ? "> " : "  ") + "\(trace.entries[$0])" }
        let recorder = lines.isEmpty ? ["  (nothing happened)"] : lines
        return ([message, "    clock          media          event"] + recorder).joined(separator: "\n")
    }
}
