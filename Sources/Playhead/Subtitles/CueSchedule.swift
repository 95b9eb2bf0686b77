/// The subtitles that are known of one text stream, and what is due when. The stream delivers them ahead of time, sometimes
/// twice, and marks no end: an end is the start plus the length.
struct CueSchedule: Sendable, Equatable {
    /// A cue whose length is unknown is shown for so long.
    static let defaultLength: Duration = .seconds(5)

    /// In order of start.
    private(set) var cues: [SubtitleCue] = []

    /// Adds a cue; one that is known already is not added again.
    mutating func add(_ cue: SubtitleCue) {
        let index = cues.firstIndex { $0.start > cue.start } ?? cues.count
        guard !cues[..<index].reversed().prefix(while: { $0.start == cue.start }).contains(cue) else {
            return
        }
        cues.insert(cue, at: index)
    }

    /// What is due at a position: the cues that span it as one, in order, for as long as these stay the same.
    func cue(at position: Duration) -> SubtitleCue? {
        let due = cues.prefix { $0.start <= position }.filter { $0.end > position }
        guard var shown = due.last else { return nil }
        shown.text = due.map(\.text).joined(separator: "\n")
        shown.markup = due.map(\.markup).joined(separator: "\n")
        shown.end = nextChange(after: position) ?? shown.end
        return shown
    }

    /// Where the text changes between two positions, the later one included; in the order of time.
    func changes(after start: Duration, through end: Duration) -> [Duration] {
        Set(cues.lazy.flatMap { [$0.start, $0.end] }.filter { $0 > start && $0 <= end }).sorted()
    }

    /// Where the text changes next, from a position on, in the direction of play.
    func nextChange(after position: Duration, backwards: Bool = false) -> Duration? {
        let changes = cues.lazy.flatMap { [$0.start, $0.end] }
        return backwards ? changes.filter { $0 < position }.max() : changes.filter { $0 > position }.min()
    }
}
