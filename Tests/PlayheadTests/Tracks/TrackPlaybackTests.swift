import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import TestBasics

/// Tracks of real media: what is listed, chosen and applied (contract 4.5), and what is heard and read then.
@Suite(.timeLimit(.minutes(2)))
struct TrackPlaybackTests {
    private let clock = VirtualClock()
    private let listener = VoiceListener()
    private let player: Player

    init() { player = Self.player(on: clock, for: listener) }

    private static func player(on clock: VirtualClock, for listener: VoiceListener) -> Player {
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual(clock)
        configuration.presentationTap = listener
        return Player(configuration: configuration)
    }

    private func film() -> MediaItem {
        MediaItem(path: Samples.directory.appending(path: "tracks.mkv").path(percentEncoded: false))
    }

    private func track(_ name: String) throws -> Track {
        try #require(player.tracks[id: Track.ID(rawValue: name)])
    }

    /// Plays to the end, and tells what was heard since the last time.
    private func rest() async throws -> [VoiceListener.Passage] {
        try await player.waitForEnd()
        await player.close()
        return listener.take()
    }

    @Test func `4.5: the track list has the order of the medium, and the chosen tracks`() async throws {
        player.load(film())
        try await player.waitUntil(.ready)
        let tracks = player.tracks
        #expect(
            tracks.map(\.id.rawValue) == [
                "video-1", "audio-1", "audio-2", "audio-3", "subtitles-1", "subtitles-2",
            ])
        #expect(tracks[.audio].map(\.language) == ["en", "de", "fr"])
        #expect(tracks[.subtitles].map(\.language) == ["en", "de"])
        #expect(tracks[.audio].map(\.title) == [nil, "Kommentar", nil])
        #expect(tracks[.audio].map(\.isDefault) == [false, true, false])
        #expect(
            tracks[.audio].map(\.channels) == [1, 1, 1]
                && tracks[.audio].allSatisfy { $0.sampleRate == 48_000 })
        #expect(tracks[.video].first?.size == VideoSize(width: 160, height: 90))
        #expect(tracks[.video].first?.frameRate == 25)
        #expect(tracks[.subtitles].map(\.hasText) == [true, true])
        #expect(tracks.chosen == tracks.applied)
        #expect(
            tracks.applied.audio?.rawValue == "audio-2" && tracks.applied.subtitles?.rawValue == "subtitles-1"
        )
        await player.close()
        #expect(player.tracks.isEmpty)
    }

    @Test(arguments: [("audio-1", 500), ("audio-3", 2000)], [1.0, 2.0])
    func `4.5: another audio track plays from its selection on, without loss`(
        _ voice: (name: String, hertz: Int), _ speed: Double
    ) async throws {
        let listener = VoiceListener(at: speed)
        let player = Self.player(on: clock, for: listener)
        player.speed = speed
        clock.hold()
        player.load(film(), autoplay: true)
        try await player.waitUntil(state: .playing(buffering: false))
        await clock.advance(by: .milliseconds(1500) / speed)
        let before = player.position
        let choice = try #require(player.tracks[id: Track.ID(rawValue: voice.name)])
        player.select(choice)
        #expect(player.tracks.chosen.audio?.rawValue == voice.name)
        try await player.wait(for: "the voice") { $0.tracks.applied.audio?.rawValue == voice.name }
        try await player.waitUntil(state: .playing(buffering: false))
        #expect(player.position == before)
        clock.release()
        try await player.waitForEnd()
        await player.close()
        let main = listener.take().filter { $0.end - $0.start > .milliseconds(100) }
        #expect(main.map(\.hertz) == [1000, voice.hertz])
        let start = try #require(main.last?.start)
        let joint = start - before
        // In what is heard: codecs begin softly, and pieces of 30 ms are heard at once.
        let most = Duration.milliseconds(60) * speed
        #expect(joint > .zero - most && joint < most, "\(joint)")
        let end = try #require(main.last?.end)
        #expect(end > .milliseconds(3850))
    }

    @Test func `4.5: a selection while paused applies to the next audio`() async throws {
        player.load(film())
        try await player.waitUntil(.ready)
        await player.seek(to: .seconds(2))
        player.select(try track("audio-1"))
        player.select(try track("audio-3"))
        player.select(try track("audio-1"))
        try await player.wait(for: "the voice") {
            $0.tracks.applied.audio?.rawValue == "audio-1" && !$0.state.isBuffering
        }
        #expect(player.state == .paused(buffering: false) && player.position == .seconds(2))
        _ = listener.take()
        player.play()
        let heard = try await rest()
        #expect(Set(heard.map(\.hertz)) == [500])
        let first = try #require(heard.first)
        #expect(first.start < .milliseconds(2060))
    }

    @Test func `4.5: track preferences before a load apply to all items`() async throws {
        player.trackPreferences = TrackPreferences(audioLanguages: ["fr"], subtitleLanguages: ["de"])
        for _ in 0..<2 {
            player.load(film(), autoplay: true)
            try await player.waitForEnd()
            #expect(player.tracks.applied.audio?.rawValue == "audio-3")
            #expect(player.tracks.applied.subtitles?.rawValue == "subtitles-2")
            #expect(Set(listener.take().map(\.hertz)) == [2000])
        }
        player.trackPreferences.audioLanguages = ["en"]
        player.play()
        let voices = Set(try await rest().map(\.hertz))
        #expect(voices == [500])
    }

    @Test func `a track selection ends with its item`() async throws {
        player.load(film())
        try await player.waitUntil(.ready)
        player.select(try track("audio-1"))
        player.selectNone(.subtitles)
        #expect(player.tracks.chosen.subtitles == nil)
        player.load(film())
        try await player.waitUntil(.ready)
        #expect(player.tracks.chosen.audio?.rawValue == "audio-2" && player.tracks.chosen.subtitles != nil)
        await player.close()
    }

    @Test func `4.4: another subtitle track is shown at once, also while paused`() async throws {
        clock.hold()
        player.load(film(), autoplay: true)
        try await player.waitUntil(state: .playing(buffering: false))
        await clock.advance(by: .seconds(1))
        player.pause()
        clock.release()
        try await player.wait(for: "the text") { $0.subtitle == "One" }
        player.select(try track("subtitles-2"))
        try await player.wait(for: "the text") { $0.subtitle == "Eins" }
        #expect(
            player.subtitleCue?.start == .milliseconds(800) && player.subtitleCue?.end == .milliseconds(2400))
        player.selectNone(.subtitles)
        try await player.wait(for: "no text") { $0.subtitle == nil && $0.tracks.applied.subtitles == nil }
        player.selectAutomatically(.subtitles)
        try await player.wait(for: "the text") { $0.subtitle == "One" }
        await player.close()
    }

    @Test func `4.5: the selection of an unknown track changes nothing`() async throws {
        player.load(film())
        try await player.waitUntil(.ready)
        let tracks = player.tracks
        player.select(Track(id: Track.ID(rawValue: "audio-9"), kind: .audio))
        player.select(Track(id: Track.ID(rawValue: "audio-1"), kind: .subtitles))
        player.selectNone(.audio)
        #expect(player.tracks == tracks)
        await player.close()
    }

    @Test func `4.5: audio renditions of a playlist are selected by preference and during playback`()
        async throws
    {
        let server = try await MediaServer(folder: Samples.directory.path)
        player.trackPreferences.audioLanguages = ["de"]
        clock.hold()
        player.load(MediaItem(uri: server.address(of: "hls-tracks/master.m3u8")), autoplay: true)
        try await player.waitUntil(state: .playing(buffering: false))
        #expect(player.tracks[.audio].map(\.language) == ["en", "de"])
        #expect(player.tracks[.audio].map(\.title) == ["English", "Deutsch"])
        try await player.wait(for: "the voice") { $0.tracks.applied.audio?.rawValue == "audio-2" }
        await clock.advance(by: .seconds(2))
        #expect(Set(listener.take().map(\.hertz)) == [1000])
        player.select(try track("audio-1"))
        clock.release()
        let heard = try await rest()
        let main = heard.filter { $0.end - $0.start > .milliseconds(60) }
        #expect(main.last?.hertz == 500 && main.last?.end ?? .zero > .milliseconds(7850), "\(heard)")
        for (one, next) in zip(main, main.dropFirst()) {
            #expect(next.start - one.end < .milliseconds(60))
        }
        await server.close()
    }
}
