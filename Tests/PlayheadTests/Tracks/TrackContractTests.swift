import Playhead
import PlayheadTesting
import Testing

@testable import CoreTestSupport

/// Chosen and applied, over a fake medium and its own time (contract 4.5).
struct TrackContractTests {
    private let fake: FakePlayer
    private let log = EventLog()
    private var player: Player { fake.player }

    init() {
        fake = FakePlayer(
            FakeScript { script in
                script.seek = .whenTold
                script.tracks = ["en", "de"].enumerated().flatMap { index, language in
                    [
                        Track(id: Track.ID(.audio, index + 1), kind: .audio, language: language),
                        Track(id: Track.ID(.subtitles, index + 1), kind: .subtitles, language: language),
                    ]
                }
            })
        player.addObserver(log)
    }

    private func track(_ name: String) throws -> Track {
        try #require(player.tracks[id: Track.ID(rawValue: name)])
    }

    /// The form that waits for nothing; asynchronous code cannot name it.
    private static func seek(_ player: Player, to position: Duration) { player.seek(to: position) }

    @Test func `4.5: a selection is chosen at once, and applied after its seek`() async throws {
        player.load(MediaItem(uri: "fake://film"), autoplay: true)
        fake.media.advance(by: .seconds(2))
        player.select(try track("audio-2"))
        #expect(player.tracks.chosen.audio?.rawValue == "audio-2")
        #expect(player.tracks.applied.audio?.rawValue == "audio-1")
        #expect(player.state == .playing(buffering: true) && player.position == .seconds(2))
        fake.media.finishSeek()
        #expect(player.tracks.applied.audio?.rawValue == "audio-2")
        #expect(player.state == .playing(buffering: false) && player.position == .seconds(2))
        await player.close()
        let changes = log.events.compactMap { event -> String? in
            guard case .tracksChanged(let tracks) = event else { return nil }
            return "\(tracks.chosen.audio?.rawValue ?? "-") \(tracks.applied.audio?.rawValue ?? "-")"
        }
        #expect(changes == ["audio-1 audio-1", "audio-2 audio-1", "audio-2 audio-2", "- -"])
        #expect(EventAudit.faults(in: log.events).isEmpty)
    }

    @Test func `4.5: a subtitle selection needs no seek`() async throws {
        player.load(MediaItem(uri: "fake://film"), autoplay: true)
        player.select(try track("subtitles-2"))
        #expect(player.tracks.applied.subtitles?.rawValue == "subtitles-2")
        #expect(player.state == .playing(buffering: false))
        await player.close()
    }

    @Test func `a waiting seek applies a later selection`() async throws {
        player.load(MediaItem(uri: "fake://film"))
        Self.seek(player, to: .seconds(1))
        Self.seek(player, to: .seconds(3))
        player.select(try track("audio-2"))
        fake.media.finishSeek()
        fake.media.finishSeek()
        #expect(player.tracks.applied.audio?.rawValue == "audio-2" && player.position == .seconds(3))
        #expect(player.state == .paused(buffering: false))
        await player.close()
    }

    @Test func `4.5: content that cannot seek keeps its audio track, with a warning`() async throws {
        fake.media.script.isSeekable = false
        player.load(MediaItem(uri: "fake://live"), autoplay: true)
        player.select(try track("audio-2"))
        #expect(player.tracks.chosen.audio?.rawValue == "audio-1")
        #expect(player.state == .playing(buffering: false))
        await player.close()
        let warnings = log.events.count { if case .warning = $0 { true } else { false } }
        #expect(warnings == 1)
    }

    @Test func `a selection at the end causes no seek, and applies to the next playback`()
        async throws
    {
        player.load(MediaItem(uri: "fake://film"), autoplay: true)
        fake.media.advance(by: .seconds(20))
        #expect(player.status == .ended)
        player.select(try track("audio-2"))
        #expect(player.status == .ended && player.tracks.applied.audio?.rawValue == "audio-1")
        player.play()
        fake.media.finishSeek()
        #expect(player.tracks.applied.audio?.rawValue == "audio-2")
        await player.close()
    }
}
