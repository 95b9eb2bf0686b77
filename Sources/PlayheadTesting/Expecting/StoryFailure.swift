internal import Playhead

/// A story is not what was expected.
public struct StoryFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// What was expected and what is so, in one sentence.
    public let message: String
    /// The story up to then.
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

    /// The message, and under it the story, one line for each event; those that it is about are marked.
    public var description: String {
        let lines = trace.entries.indices.map { (marks.contains($0) ? "> " : "  ") + "\(trace.entries[$0])" }
        let story = lines.isEmpty ? ["  (nothing happened)"] : lines
        return ([message, "    clock          media          event"] + story).joined(separator: "\n")
    }
}
