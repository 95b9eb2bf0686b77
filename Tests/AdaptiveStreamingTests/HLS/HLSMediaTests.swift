import Foundation
import Testing

@testable import AdaptiveStreaming
@testable import PlayheadCore
@testable import TestBasics

/// HLS: the playlists among the sample media, which ffmpeg wrote.
struct HLSMediaTests {
    @Test(arguments: [
        ("hls-ts/high", 4, 8.0), ("hls-ts/low", 4, 8.0), ("hls-fmp4/main", 4, 8.0),
        ("hls-subtitles/english", 4, 8.0),
        ("hls-tracks/en", 4, 8.0),
    ]) func `the segments of the sample playlists are their files`(
        _ name: String, _ count: Int, _ seconds: Double
    ) throws {
        guard case .media(let playlist) = try Self.read(name) else { throw HLSError(.empty, "") }
        #expect(playlist.segments.count == count && playlist.isComplete)
        #expect(abs(playlist.duration / .seconds(1) - seconds) < 0.01)
    }

    @Test(arguments: [("hls-ts", 2, 0), ("hls-fmp4", 1, 0), ("hls-subtitles", 1, 2), ("hls-tracks", 1, 2)])
    func `the variants and renditions of the sample playlists are their files`(
        _ name: String, _ variants: Int, _ renditions: Int
    )
        throws
    {
        guard case .multivariant(let playlist) = try Self.read("\(name)/master") else {
            throw HLSError(.empty, "")
        }
        let there = playlist.withGroupsThatAreThere()
        #expect(there == playlist && there.playable.count == variants && there.renditions.count == renditions)
    }

    private static func read(_ name: String) throws -> HLSPlaylist {
        try HLSPlaylist.parse(Repository.bytes("media/\(name).m3u8"))
    }
}
