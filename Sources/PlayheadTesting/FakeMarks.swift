internal import Playhead

/// Where something is due in a fake medium: subtitles, stalls and a fault.
struct FakeMarks: Sendable {
    struct Change: Sendable {
        var text: String?
    }

    private let cues: [FakeScript.Cue]
    private let fault: FakeScript.Fault?
    /// Those that have not been yet.
    private var stalls: [FakeScript.Stall]
    private var shownText: String?

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
    mutating func hideCue() { shownText = nil }

    /// The text that is due here, if another one was shown before.
    mutating func showCue(at position: Duration) -> Change? {
        let due = cues.filter { $0.start <= position && position < $0.end }.map(\.text)
        let text = due.isEmpty ? nil : due.joined(separator: "\n")
        guard text != shownText else { return nil }
        shownText = text
        return Change(text: text)
    }
}
