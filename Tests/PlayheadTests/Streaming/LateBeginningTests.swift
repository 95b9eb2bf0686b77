import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import PlayheadCore
@testable import TestBasics
@testable import TestSupport

/// A live stream whose playlist is there before it has anything to play is waited for, and not for ever.
@Suite(.timeLimit(.minutes(2)))
struct LateBeginningTests {
    private static let empty = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:0\n"
    private static let manifest = """
        <MPD type="dynamic" availabilityStartTime="2020-01-01T00:00:00Z" minimumUpdatePeriod="PT1S"><Period start="PT0S">
        <AdaptationSet mimeType="video/mp4"><SegmentTemplate timescale="1" media="$Number$.m4s" initialization="i.mp4">
        <SegmentTimeline/></SegmentTemplate><Representation id="0" bandwidth="1"/></AdaptationSet></Period></MPD>
        """
    private static let documents = [
        "empty.m3u8": empty, "empty.mpd": manifest,
        "none.mpd": "<MPD type=\"dynamic\" minimumUpdatePeriod=\"PT1S\"><Period/></MPD>",
    ]

    private func server(_ rules: [FaultRule]) async throws -> MediaServer {
        try await MediaServer(
            folder: Samples.directory.path, plan: FaultPlan(rules: rules, documents: Self.documents))
    }

    private var configuration: PlayerConfiguration {
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        return configuration
    }

    @Test(arguments: [
        ("hls-ts/low.m3u8", "/empty.m3u8"), ("hls-ts/master.m3u8", "/empty.m3u8"),
        ("dash/timeline.mpd", "/none.mpd"),
    ])
    func `a live stream plays as soon as its playlist lists segments`(_ path: String, _ before: String)
        async throws
    {
        // Of several variants the playlist of the first one is empty, too.
        let name = path.hasSuffix("master.m3u8") ? "low.m3u8" : String(path.split(separator: "/")[1])
        let server = try await server([
            FaultRule(PathPattern(name), requests: .requests(1...3), .redirect(to: before))
        ])
        let player = try await server.plays(path, with: configuration)
        #expect(
            player.endReason == .natural && player.gaps.isEmpty, "\(String(describing: player.error))")
        #expect(player.warningCount == 1 && player.lastWarning?.message.contains("not begun") == true)
        #expect(server.log.requests(for: PathPattern(name)).count >= 4)
    }

    @Test(arguments: ["empty.m3u8", "empty.mpd", "none.mpd"])
    func `a live stream without segments fails at the load timeout`(path: String) async throws {
        let server = try await server([])
        var configuration = configuration
        configuration.loadTimeout = .seconds(10)
        let player = try await server.plays(path, with: configuration)
        #expect(player.error?.code == .timedOut, "\(String(describing: player.error))")
        #expect(player.error?.message.contains("not begun") == true && player.error?.hint != nil)
        #expect((8...20).contains(server.log.requests(for: PathPattern(path)).count))
    }

    @Test(arguments: ["#EXT-X-ENDLIST\n", "#EXT-X-PLAYLIST-TYPE:VOD\n", "a.ts\n"])
    func `an empty playlist that is complete or malformed fails at once`(line: String) async throws {
        let server = try await MediaServer(
            folder: Samples.directory.path, plan: FaultPlan(documents: ["list.m3u8": Self.empty + line]))
        let player = try await server.plays("list.m3u8", with: configuration)
        #expect(player.error?.code == .invalidPlaylist && server.log.requests.count <= 2)
    }
}
