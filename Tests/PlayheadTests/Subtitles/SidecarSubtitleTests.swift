import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// Subtitle files with a medium (contract 4.4, 4.5).
@Suite(.timeLimit(.minutes(2)))
struct SideFileTests {
    private let folder: TemporaryFolder
    private static let words =
        "1\n00:00:00,400 --> 00:00:01,200\none\n\n2\n00:00:02,000 --> 00:00:03,000\ntwo\n"

    init() throws { folder = try TemporaryFolder() }

    private func file(_ name: String, _ content: String = words) throws -> SubtitleFile {
        let url = folder.url.appending(path: name)
        try Data(content.utf8).write(to: url)
        return SubtitleFile(path: url.path(percentEncoded: false))
    }

    private func film(_ name: String = "av-h264-aac", _ files: SubtitleFile...) throws -> MediaItem {
        var item = try Samples.named(name).item
        item.subtitleFiles = files
        return item
    }

    /// The player, with its clock held, ready to play.
    private func held(_ item: MediaItem, playing: Bool = true) async throws -> (Player, VirtualClock) {
        let clock = VirtualClock()
        clock.hold()
        let player = Player(configuration: .virtual(clock))
        player.load(item, autoplay: playing)
        try await player.waitUntil(.ready)
        if playing { try await player.waitUntil(state: .playing(buffering: false)) }
        return (player, clock)
    }

    @Test func `4.4: a sidecar cue is reported at its start, and nil at its end`() async throws {
        let (player, clock) = try await held(film("av-h264-aac", file("film.en.srt")))
        #expect(player.subtitleCue == nil)
        await clock.advance(by: .milliseconds(400))
        let cue = try #require(player.subtitleCue)
        #expect(cue.text == "one" && cue.start == .milliseconds(400) && cue.end == .milliseconds(1200))
        #expect(cue.track == player.tracks.applied.subtitles)
        await clock.advance(by: .milliseconds(799))
        #expect(player.subtitleCue == cue)
        await clock.advance(by: .milliseconds(1))
        #expect(player.subtitleCue == nil)
        clock.release()
        try await player.waitForEnd()
        await player.close()
    }

    @Test func `4.5: sidecar tracks follow the tracks of the medium`() async throws {
        let item = try film("subtitles", file("film.de.srt"), file("film.en.forced.ass"))
        let (player, _) = try await held(item, playing: false)
        let texts = player.tracks.filter { $0.kind == .subtitles }
        #expect(texts.map(\.id.rawValue) == ["subtitles-1", "subtitles-2"])
        #expect(texts.map(\.isExternal) == [false, true])
        #expect(texts.last?.language == "de" && texts.last?.codec == "SubRip")
        await player.close()
    }

    @Test func `4.4, 4.5: a track change shows the other cue at once, also while paused`() async throws {
        let other = Self.words.replacingOccurrences(of: "one", with: "eins")
        let (player, clock) = try await held(
            film("av-h264-aac", file("film.en.srt"), file("film.de.srt", other)))
        player.trackPreferences.subtitleLanguages = ["en"]
        await clock.advance(by: .milliseconds(500))
        #expect(player.subtitleCue?.text == "one")
        player.select(player.tracks[.subtitles][1])
        try await player.wait(for: "the other text") { $0.subtitle == "eins" }
        player.pause()
        player.select(player.tracks[.subtitles][0])
        try await player.wait(for: "the first text") { $0.subtitle == "one" }
        player.selectNone(.subtitles)
        try await player.wait(for: "no text") { $0.subtitle == nil }
        clock.release()
        await player.close()
    }

    @Test func `4.4: a seek into a cue shows it, a seek out of it clears it, and a pause keeps it`()
        async throws
    {
        let player = Player(configuration: .silent)
        player.load(try film("av-h264-aac", file("film.srt")))
        try await player.waitUntil(.ready)
        await player.seek(to: .milliseconds(2500))
        try await player.wait(for: "the text") { $0.subtitle == "two" }
        await player.seek(to: .milliseconds(1500))
        try await player.wait(for: "no text") { $0.subtitle == nil }
        await player.seek(to: .milliseconds(1199))
        try await player.wait(for: "the text") { $0.subtitle == "one" }
        await player.close()
    }

    @Test func `4.4: a subtitle delay shows each cue later or earlier, with its own times`()
        async throws
    {
        let (player, clock) = try await held(film("av-h264-aac", file("film.srt")))
        player.subtitleDelay = .milliseconds(300)
        await clock.advance(by: .milliseconds(699))
        #expect(player.subtitleCue == nil)
        await clock.advance(by: .milliseconds(1))
        #expect(player.subtitleCue?.start == .milliseconds(400))
        player.subtitleDelay = .milliseconds(-600)
        try await player.wait(for: "no text") { $0.subtitle == nil }
        await clock.advance(by: .milliseconds(700))
        #expect(player.subtitleCue?.text == "two")
        clock.release()
        await player.close()
    }

    @Test func `4.4, 2.5: a subtitle delay before content applies from the first cue`() async throws {
        let clock = VirtualClock()
        clock.hold()
        let player = Player(configuration: .virtual(clock))
        player.subtitleDelay = .milliseconds(-400)
        player.load(try film("av-h264-aac", file("film.srt")))
        try await player.waitUntil(.ready)
        try await player.wait(for: "the text") { $0.subtitle == "one" }
        await player.close()
    }

    @Test(arguments: [("bad.srt", "Dear diary", 1), ("empty.vtt", "", 1), ("huge.ass", " ", 21 << 20)])
    func `4.4, 4.6: a malformed sidecar file is one warning, and playback continues`(
        _ name: String, _ content: String, times: Int
    )
        async throws
    {
        let harness = Harness(.real)
        let content = String(repeating: content, count: times)
        harness.player.load(try film("av-h264-aac", file(name, content), file("film.en.srt")))
        try await harness.player.waitUntil(.ready)
        try await harness.player.wait(for: "the texts") { $0.hasTranscript }
        harness.player.play()
        try await harness.player.waitForCue("one")
        #expect(harness.player.tracks[.subtitles].map(\.language) == ["en"])
        let warnings = await harness.closes().compactMap {
            if case .warning(let warning) = $0 { warning } else { nil }
        }
        #expect(warnings.count == 1)
        #expect(warnings.first?.message.contains(name) == true)
        #expect(warnings.first?.hint != nil)
    }

    @Test func `4.4, 4.6: a missing sidecar file is a warning`() async throws {
        let harness = Harness(.real)
        harness.player.load(try film("av-h264-aac", SubtitleFile(path: "/nonexistent/film.srt")))
        try await harness.player.waitUntil(.ready)
        try await harness.player.wait(for: "no track") {
            $0.tracks.allSatisfy { $0.kind != .subtitles } && !$0.tracks.isEmpty
        }
        let warnings = await harness.closes().filter { if case .warning = $0 { true } else { false } }
        #expect(warnings.count == 1)
    }

    @Test func `4.4: a sidecar file is read over HTTP`() async throws {
        _ = try file("film.fr.srt")
        let server = try await MediaServer(folder: folder.url.path)
        let harness = Harness(.real)
        harness.player.load(
            try film(
                "av-h264-aac", SubtitleFile(uri: server.address(of: "film.fr.srt")),
                SubtitleFile(uri: server.address(of: "gone.srt"))))
        try await harness.player.waitUntil(.ready)
        try await harness.player.wait(for: "the texts") { $0.hasTranscript }
        #expect(harness.player.transcript?.map(\.text) == ["one", "two"])
        #expect(harness.player.tracks[.subtitles].first?.language == "fr")
        try await harness.player.wait(for: "one track") {
            $0.tracks.filter { $0.kind == .subtitles }.count == 1
        }
        let warnings = await harness.closes().compactMap {
            if case .warning(let warning) = $0 { warning } else { nil }
        }
        #expect(warnings.map { $0.message.contains("gone.srt") && $0.message.contains("404") } == [true])
        await server.close()
    }

    @Test func `4.4: sidecar files beside a medium are found on request`() async throws {
        let sample = try Samples.named("av-h264-aac")
        let copy = folder.url.appending(path: "film.mp4")
        try FileManager.default.copyItem(at: Samples.directory.appending(path: sample.path), to: copy)
        _ = try file("film.en.srt")
        for finds in [false, true] {
            var configuration = PlayerConfiguration.silent
            configuration.findsSubtitleFiles = finds
            let player = Player(configuration: configuration)
            player.load(MediaItem(path: copy.path(percentEncoded: false)))
            try await player.waitUntil(.ready)
            #expect(player.tracks[.subtitles].map(\.language) == (finds ? ["en"] : []))
            await player.close()
        }
    }

    @Test func `4.4: the transcript of a sidecar file is complete, and ends with the item`() async throws {
        let player = Player(configuration: .silent)
        #expect(player.transcript == nil)
        player.load(try film("av-h264-aac", file("film.en.srt")))
        try await player.wait(for: "the texts") { $0.hasTranscript }
        #expect(player.transcript?.map(\.text) == ["one", "two"])
        #expect(player.transcript?.first?.track == player.tracks.applied.subtitles)
        player.reset()
        #expect(player.transcript == nil && !player.snapshot.hasTranscript)
        await player.close()
    }

    @Test func `4.4: the transcript of an embedded track is known after the whole track is read`()
        async throws
    {
        let sample = try Samples.named("subtitles")
        let player = Player(configuration: .silent)
        player.load(sample.item, autoplay: true)
        try await player.wait(for: "the texts") { $0.hasTranscript }
        let cues = try #require(sample.subtitles.first?.cues)
        #expect(player.transcript?.map(\.text) == cues.map(\.text))
        #expect(player.transcript?.map(\.start.inSeconds) == cues.map(\.start))
        await player.close()
    }

    @Test func `4.4, 3.6: the cue sequence gives each cue, and starts with those on display`() async throws {
        let text =
            "1\n00:00:00,000 --> 00:00:03,000\na\n\n2\n00:00:01,000 --> 00:00:02,000\nb\n\n3\n00:00:01,500 --> 00:00:01,800\nc\n"
        let (player, clock) = try await held(film("av-h264-aac", file("film.srt", text)))
        try await player.wait(for: "the first text") { $0.subtitle == "a" }
        let cues = player.cues
        await clock.advance(by: .milliseconds(1600))
        #expect(player.subtitleCue?.text == "a\nb\nc")
        clock.release()
        try await player.waitForEnd()
        await player.close()
        var heard: [String] = []
        for await cue in cues { heard.append("\(cue.text) \(cue.end.inSeconds)") }
        #expect(heard == ["a 3.0", "b 2.0", "c 1.8"])
    }
}
