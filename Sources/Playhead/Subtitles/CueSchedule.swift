/// The subtitles that are known of one text stream, and what is due when. The stream delivers them ahead of time, sometimes
/// twice, and marks no end: an end is the start plus the length.
struct CueSchedule: Sendable, Equatable {
    struct Cue: Sendable, Hashable {
        var text: String
        var start: Duration
        var end: Duration
    }

    /// A cue whose length is unknown is shown for so long.
    static let defaultLength: Duration = .seconds(5)

    /// In order of start.
    private(set) var cues: [Cue] = []

    /// Adds a cue; one that is known already is not added again.
    mutating func add(_ cue: Cue) {
        let index = cues.firstIndex { $0.start > cue.start } ?? cues.count
        guard !cues[..<index].reversed().prefix(while: { $0.start == cue.start }).contains(cue) else {
            return
        }
        cues.insert(cue, at: index)
    }

    /// The text that is due at a position: of all cues that span it, in order.
    func text(at position: Duration) -> String? {
        let due = cues.prefix { $0.start <= position }.filter { $0.end > position }
        return due.isEmpty ? nil : due.map(\.text).joined(separator: "\n")
    }

    /// Where the text changes next, from a position on, in the direction of play.
    func nextChange(after position: Duration, backwards: Bool = false) -> Duration? {
        let changes = cues.lazy.flatMap { [$0.start, $0.end] }
        return backwards ? changes.filter { $0 < position }.max() : changes.filter { $0 > position }.min()
    }
}
