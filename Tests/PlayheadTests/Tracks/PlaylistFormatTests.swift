import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import AdaptiveStreaming
@testable import PlayheadCore
@testable import PlayheadPipeline
@testable import TestBasics
@testable import TestSupport

/// What the tracks of playlists are in.
@Suite(.timeLimit(.minutes(2)))
struct PlaylistFormatTests {
    @Test(arguments: [
        ("hls-ts/master.m3u8", ["AAC", "H.264"]), ("hls-ts/low.m3u8", ["AAC", "H.264"]),
        ("hls-fmp4/main.m3u8", ["AAC", "H.264"]), ("hls-tracks/master.m3u8", ["AAC", "AAC", "H.264"]),
        ("hls-subtitles/master.m3u8", ["AAC", "H.264", "WebVTT", "WebVTT"]),
        ("dash/timeline.mpd", ["AAC", "H.264"]),
    ])
    func `player and inspector report the codecs of HLS and DASH tracks`(_ path: String, _ formats: [String])
        async throws
    {
        let server = try await MediaServer(folder: Samples.directory.path)
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        let player = try await server.plays(path, with: configuration)
        #expect(player.tracks.map { $0.codec ?? "?" }.sorted() == formats)
        let inspector = MediaInspector()
        let again = try await MediaServer(folder: Samples.directory.path)
        let inspection = await inspector.inspect(MediaItem(uri: again.address(of: path)))
        #expect(inspection.tracks.map { $0.codec ?? "?" }.sorted() == formats)
        await again.close()
    }

    @Test func `codec names are read from the codec strings of manifests`() {
        let names = [
            "avc1.64001F", "hev1.1.6.L93", "mp4a.40.2", "mp4a.40.34", "mp4a.40", "ec-3", "Opus", "fLaC",
            "wvtt",
        ]
        #expect(
            names.map { CodecName($0)?.name }
                == ["H.264", "HEVC", "AAC", "MP3", "AAC", "E-AC-3", "Opus", "FLAC", "WebVTT"])
        #expect(
            CodecName("mp4a.40.3400")?.name == "AAC" && CodecName("") == nil && CodecName("x.avc1") == nil)
    }
}
