internal import Playhead

/// Where something is due in a fake medium: subtitles, stalls and a fault.
struct FakeMarks: Sendable {
    private let cues: [FakeScript.Cue]
    private let fault: FakeScript.Fault?
    /// Those that have not been yet.
    private var stalls: [FakeScript.Stall]
    private var shownCues: [SubtitleCue] = []

    init(_ script: FakeScript) {
        cues = script.cues
        fault = script.fault
        stalls = script.stalls
    }

    /// Where something is due next.
    func next(after position: Duration, backwards: Bool) -> Duration? {
        let places =
            cues.flatMap { [$0.start, $0.end] } + stalls.map(\.position) + [fault?.position].compactMap { $0 }
        return backwards
            ? places.filter { $0 < position }.max() : places.filter { $0 > position }.min()
    }

    /// The error that is due here.
    func fault(at position: Duration) -> PlayerError? {
        fault.flatMap { $0.position == position ? $0.error : nil }
    }

    mutating func takeStall(at position: Duration) -> FakeScript.Stall? {
        guard let index = stalls.firstIndex(where: { $0.position == position }) else { return nil }
        return stalls.remove(at: index)
    }

    /// The player shows no text any more by itself.
    mutating func hideCue() { shownCues = [] }

    /// The texts that are due here, if others were shown before.
    mutating func showCues(at position: Duration) -> [SubtitleCue]? {
        let due = cues.filter { $0.start <= position && position < $0.end }.sorted { $0.start < $1.start }
        let shown = due.map { SubtitleCue(text: $0.text, start: $0.start, end: $0.end) }
        guard shown != shownCues else { return nil }
        shownCues = shown
        return shown
    }
}
