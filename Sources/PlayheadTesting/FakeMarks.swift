internal import Playhead

/// Where something is due in a fake medium: subtitles, stalls and a fault.
struct FakeMarks: Sendable {
    struct Change: Sendable {
        var cue: SubtitleCue?
    }

    private let cues: [FakeScript.Cue]
    private let fault: FakeScript.Fault?
    /// Those that have not been yet.
    private var stalls: [FakeScript.Stall]
    private var shownCue: SubtitleCue?

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
    mutating func hideCue() { shownCue = nil }

    /// The text that is due here, if another one was shown before.
    mutating func showCue(at position: Duration) -> Change? {
        let due = cues.filter { $0.start <= position && position < $0.end }
        let changes = cues.flatMap { [$0.start, $0.end] }
        let cue = due.map(\.start).max().map { start in
            SubtitleCue(
                text: due.map(\.text).joined(separator: "\n"), start: start,
                end: changes.filter { $0 > position }.min() ?? start)
        }
        guard cue != shownCue else { return nil }
        shownCue = cue
        return Change(cue: cue)
    }
}
