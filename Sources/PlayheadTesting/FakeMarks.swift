internal import Playhead

/// The positions in a fake medium at which a subtitle, a stall or a fault is due.
struct FakeMarks: Sendable {
    private let cues: [FakeScript.Cue]
    private let fault: FakeScript.Fault?
    /// The stalls that have not happened yet.
    private var stalls: [FakeScript.Stall]
    private var shownCues: [SubtitleCue] = []

    init(_ script: FakeScript) {
        cues = script.cues
        fault = script.fault
        stalls = script.stalls
    }

    /// The next position at which something is due.
    func next(after position: Duration, backwards: Bool) -> Duration? {
        let places =
            cues.flatMap { [$0.start, $0.end] } + stalls.map(\.position) + [fault?.position].compactMap { $0 }
        return backwards
            ? places.filter { $0 < position }.max() : places.filter { $0 > position }.min()
    }

    /// The error that is due at a position.
    func fault(at position: Duration) -> PlayerError? {
        fault.flatMap { $0.position == position ? $0.error : nil }
    }

    mutating func takeStall(at position: Duration) -> FakeScript.Stall? {
        guard let index = stalls.firstIndex(where: { $0.position == position }) else { return nil }
        return stalls.remove(at: index)
    }

    /// Forgets the shown cues, because the player hides subtitles by itself.
    mutating func hideCue() { shownCues = [] }

    /// The cues that are due at a position; nil if they are already shown.
    mutating func showCues(at position: Duration) -> [SubtitleCue]? {
        let due = cues.filter { $0.start <= position && position < $0.end }.sorted { $0.start < $1.start }
        let shown = due.map { SubtitleCue(text: $0.text, start: $0.start, end: $0.end) }
        guard shown != shownCues else { return nil }
        shownCues = shown
        return shown
    }
}
