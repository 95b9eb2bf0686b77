import Playhead
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// Playlists whose segments hold subtitles alone.
@Suite(.timeLimit(.minutes(1)))
struct SubtitlePlaylistTests {
    private let item = MediaItem(path: Repository.media + "/hls-subtitles/english.m3u8")

    @Test func `4.6: player and inspector report a playlist of subtitles as not playable`() async throws {
        let player = Player(configuration: .silent)
        player.load(item, autoplay: true)
        await #expect(throws: PlayerError.self) { try await player.waitForEnd() }
        #expect(player.error?.code == .unknownFormat)
        await player.close()
        #expect(await MediaInspector().inspect(item).error?.code == .unknownFormat)
    }
}
