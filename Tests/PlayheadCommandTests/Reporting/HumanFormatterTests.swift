import Playhead
import Testing

@testable import PlayheadCommand

@Suite struct `What a person is told` {
    @Test func `sums up what was played at the end`() {
        var formatter = HumanFormatter(names: ["a.mp4", "b.mp4"], isQuiet: false)
        let items = [
            ItemRecord(
                index: 0, uri: "file:///a.mp4", outcome: .played, duration: .seconds(4),
                played: .milliseconds(4010)),
            ItemRecord(index: 1, uri: "file:///b.mp4", outcome: .failed, duration: nil, played: .zero),
        ]
        let report = Report(time: .zero, item: nil, fact: .summary(exitCode: 3, items: items))
        #expect(
            formatter.lines(for: report) == [
                "Summary: a.mp4: played, 4.0 of 4.0 s", "Summary: b.mp4: failed, 0.0 s",
            ])
    }

    private func report(_ event: PlayerEvent) -> Report { Report(time: .zero, item: 0, fact: .event(event)) }

    @Test func `is the item, warnings, errors with their hints, and the end`() {
        var formatter = HumanFormatter(names: ["a\u{1B}b"], isQuiet: false)
        #expect(
            formatter.lines(for: report(.itemChanged(ItemChange(to: MediaItem(uri: "x:y"), reason: .load))))
                == ["Playing a\\u{1B}b"])
        #expect(
            formatter.lines(for: report(.warning(PlayerWarning("w", hint: "h")))) == [
                "playhead: warning: w", "  h",
            ])
        #expect(
            formatter.lines(for: report(.error(PlayerError(.unknown, "e", hint: "h")))) == [
                "playhead: e", "  h",
            ])
        #expect(formatter.lines(for: report(.finished(.natural))) == ["Finished a\\u{1B}b"])
        #expect(formatter.lines(for: report(.finished(.truncated))) == ["Ended early: a\\u{1B}b"])
        #expect(formatter.lines(for: report(.finished(.error))) == [])
        #expect(formatter.lines(for: report(.positionChanged(.zero))) == [])
    }

    @Test func `is nothing but errors when it is to be quiet`() {
        var formatter = HumanFormatter(names: ["a"], isQuiet: true)
        #expect(
            formatter.lines(for: report(.itemChanged(ItemChange(to: MediaItem(uri: "x:y"), reason: .load))))
                == [])
        #expect(formatter.lines(for: report(.warning(PlayerWarning("w")))) == [])
        #expect(formatter.lines(for: report(.finished(.natural))) == [])
        #expect(formatter.lines(for: report(.error(PlayerError(.unknown, "w")))) == ["playhead: w"])
    }

    @Test func `is told once`() {
        var formatter = HumanFormatter(names: ["a"], isQuiet: false)
        #expect(formatter.lines(for: report(.warning(PlayerWarning("w")))) == ["playhead: warning: w"])
        #expect(formatter.lines(for: report(.warning(PlayerWarning("w")))) == [])
        #expect(formatter.lines(for: report(.error(PlayerError(.unknown, "w")))) == [])
    }
}
