import Foundation
import Playhead
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadExpectations
@testable import TestBasics

/// Traces as text, and how they differ.
struct TraceTests {
    private func trace(_ events: PlayerEvent...) -> PlaybackTrace {
        PlaybackTrace(
            events.enumerated().map { index, event in
                .init(event, mediaTime: .milliseconds(index), clockTime: .seconds(index))
            })
    }

    @Test func `a trace has one line for each event`() {
        let trace = PlaybackTrace([
            .init(
                .itemChanged(
                    ItemChange(
                        to: MediaItem(uri: "http://127.0.0.1:1234/a/b.mp4", startPosition: .seconds(1)),
                        reason: .natural)),
                mediaTime: .seconds(1), clockTime: .nanoseconds(12_345_678_901)),
            .init(.subtitleChanged(SubtitleCue(text: "two\nlines", start: .zero, end: .seconds(1)))),
            .init(.subtitleChanged(nil)),
            .init(.error(PlayerError(.httpStatus, "Server says 500", uri: "http://127.0.0.1:1234"))),
            .init(.speedChanged(asked: 2, effective: 1)), .init(.warning(PlayerWarning("Hm"))),
        ])
        #expect(
            trace.entries.map(\.description) == [
                "  12.345678901     1.000        item b.mp4 from 1 s (natural)",
                "   0.000           0.000        cue \"two\\nlines\"",
                "   0.000           0.000        no cue",
                "   0.000           0.000        error httpStatus",
                "   0.000           0.000        speed 2.0, effective 1.0",
                "   0.000           0.000        warning \"Hm\"",
            ])
    }

    @Test func `a trace does not differ from its own text`() {
        let trace = trace(.ready, .mutedChanged(true))
        #expect(trace.difference(from: trace.text) == nil)
        #expect(trace.difference(from: "# something else\n\n" + trace.text) == nil)
    }

    @Test func `a difference shows changed lines with 3 or more lines around them`() {
        let events = (0..<12).map { PlayerEvent.volumeChanged(Double($0)) }
        let old = PlaybackTrace(events.map { .init($0) })
        var new = old
        new.entries[4].event = .ready
        new.entries.removeLast()
        let words = old.entries.map(\.description)
        #expect(
            new.difference(from: old.text)?.split(separator: "\n").map(String.init) == [
                "  …", "  \(words[1])", "  \(words[2])", "  \(words[3])", "- \(words[4])",
                "+ \(new.entries[4])", "  \(words[5])", "  \(words[6])", "  \(words[7])", "  \(words[8])",
                "  \(words[9])", "  \(words[10])", "- \(words[11])",
            ])
    }

    @Test func `a trace file is written beside the test, and compared afterwards`() throws {
        let folder = try TemporaryFolder()
        let file = TraceFile("film", beside: folder.path + "/Tests.swift")
        let (first, second) = (trace(.ready), trace(.ready, .finished(.natural)))
        let missing = file.problem(with: first, rewriting: false)
        #expect(missing?.contains("There is no trace \"film\" yet") == true)
        #expect(missing?.contains("ready") == true)
        #expect(file.problem(with: first, rewriting: true) == nil)
        let written = try String(contentsOfFile: folder.path + "/__Traces__/film.trace", encoding: .utf8)
        #expect(written == first.text)
        #expect(file.problem(with: first, rewriting: false) == nil)
        #expect(file.problem(with: second, rewriting: false)?.contains("+    1.000") == true)
    }
}
