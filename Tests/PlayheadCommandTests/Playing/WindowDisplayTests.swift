import Playhead
import PlayheadTesting
import Testing

@testable import PlayheadCommand
@testable import PlayheadCore
@testable import PlayheadRemote

/// The text over the video of a window.
@Suite(.timeLimit(.minutes(1))) struct WindowDisplayTests {
    private func control() async throws -> RemoteControl {
        var script = FakeScript()
        script.metadata.chapters = [
            Chapter(id: 0, title: "One", start: .zero), Chapter(id: 1, title: "Two", start: .seconds(5)),
        ]
        script.tracks = [
            Track(id: Track.ID(.audio, 1), kind: .audio, language: "en"),
            Track(id: Track.ID(.audio, 2), kind: .audio),
            Track(id: Track.ID(.subtitles, 1), kind: .subtitles, title: "Signs"),
        ]
        let fake = FakePlayer(script)
        fake.player.load(MediaItem(uri: "fake:a"), autoplay: true)
        try await fake.player.waitUntil(.started)
        fake.advance(by: .seconds(2))
        return RemoteControl(fake.player)
    }

    @Test func `has a bar with the position and a mark for each chapter`() async throws {
        let control = try await control()
        #expect(
            WindowDisplay.bar(control.state)
                == "▶  0:02  ━━━━━━●────────╋───────────────  0:10  100 %")
        control.player.isMuted = true
        control.player.pause()
        #expect(WindowDisplay.bar(control.state).hasPrefix("⏸  0:02  "))
        #expect(WindowDisplay.bar(control.state).hasSuffix("  0:10  muted"))
    }

    @Test func `names what a key has changed`() async throws {
        let control = try await control()
        func line(_ action: KeyAction) -> Substring? {
            WindowDisplay.text(after: action, control.state).split(separator: "\n").first
        }
        #expect(line(.nextSound) == "Audio: en, 1 of 2")
        control.player.select(control.player.tracks[.audio][1])
        #expect(line(.nextSound) == "Audio: 2 of 2")
        #expect(line(.nextSubtitles) == "Subtitles: Signs, 1 of 1")
        control.player.selectNone(.subtitles)
        #expect(line(.nextSubtitles) == "Subtitles: none")
        #expect(line(.nextChapter) == "1. One")
        #expect(line(.aspect) == "Aspect: fit")
        #expect(line(.slower) == "Speed: 1.0×")
        try control.perform(.markLoop)
        #expect(line(.loop) == "Loop: from 0:02; l again sets its end")
    }
}
