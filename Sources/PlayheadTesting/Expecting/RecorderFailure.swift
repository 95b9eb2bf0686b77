internal import Playhead

/// A failed check of recorded events.
public struct RecorderFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// The expected and the actual events in one sentence.
    public let message: String
    /// The recorded events at the failure.
    public let trace: PlaybackTrace
    /// The indices of the relevant entries.
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

    /// The message, followed by one line for each event. Relevant events are marked with `>`.
    public var description: String {
        let lines = trace.entries.indices.map { (marks.contains($0) ? "> " : "  ") + "\(trace.entries[$0])" }
        let recorder = lines.isEmpty ? ["  (nothing happened)"] : lines
        return ([message, "    clock          media          event"] + recorder).joined(separator: "\n")
    }
}
