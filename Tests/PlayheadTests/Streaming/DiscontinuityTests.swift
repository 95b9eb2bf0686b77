import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import PlayheadCore
@testable import TestBasics
@testable import TestSupport

/// Streams in fragments of MP4 whose timestamps begin anew: one run goes on behind the other, wherever playback begins.
@Suite(.timeLimit(.minutes(3)))
struct DiscontinuityTests {
    private static func playlist(_ folder: String, _ map: String, _ parts: [String], of lengths: [Double])
        -> String
    {
        let run = zip(parts, lengths).map { "#EXTINF:\($1),\n\(folder)/\($0)\n" }.joined()
        let head = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:3\n"
        let beginning = "#EXT-X-MAP:URI=\"\(folder)/\(map)\"\n"
        return head + beginning + run + "#EXT-X-DISCONTINUITY\n" + beginning + run + "#EXT-X-ENDLIST\n"
    }

    private static let muxed = playlist(
        "hls-fmp4", "main-init.mp4", (0..<4).map { "main-\($0).m4s" }, of: [2, 2, 2, 2])
    private static let pictures = playlist(
        "dash", "init-0.m4s", (1...4).map { "0-\($0).m4s" }, of: [2, 2, 2, 2])
    private static let sound = playlist(
        "dash", "init-2.m4s", (1...4).map { "2-\($0).m4s" }, of: [2.005333, 2.005333, 2.005333, 1.984])
    private static let master = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",DEFAULT=YES,URI="sound.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=180000,CODECS="avc1.4d400c,mp4a.40.2",AUDIO="a"
        pictures.m3u8
        """

    private static func period(_ numbers: ClosedRange<Int>, origin: Int) -> String {
        let template = """
            <SegmentTemplate duration="2" presentationTimeOffset="\(origin)" startNumber="\(numbers.lowerBound)" \
            media="$RepresentationID$-$Number$.m4s" initialization="init-$RepresentationID$.m4s"/>
            """
        return """
            <Period duration="PT\(numbers.count * 2)S">\(template)
            <AdaptationSet mimeType="video/mp4"><Representation id="0" bandwidth="120000"/></AdaptationSet>
            <AdaptationSet mimeType="audio/mp4"><Representation id="2" bandwidth="48000"/></AdaptationSet></Period>
            """
    }

    /// All of it, then the second half of it, then the first.
    private static let periods = """
        <MPD type="static" mediaPresentationDuration="PT16S"><BaseURL>dash/</BaseURL>
        \(period(1...4, origin: 0))\(period(3...4, origin: 4))\(period(1...2, origin: 0))</MPD>
        """

    private func server() async throws -> MediaServer {
        try await MediaServer(
            folder: Samples.directory.path,
            plan: FaultPlan(documents: [
                "muxed.m3u8": Self.muxed, "pictures.m3u8": Self.pictures, "sound.m3u8": Self.sound,
                "master.m3u8": Self.master, "periods.mpd": Self.periods,
            ]))
    }

    @Test(arguments: ["muxed.m3u8", "pictures.m3u8", "sound.m3u8", "master.m3u8", "periods.mpd"])
    func `a stream with discontinuities plays to its end without a gap`(_ path: String) async throws {
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        let player = try await server().plays(path, with: configuration)
        #expect(player.endReason == .natural && player.gaps.isEmpty, "\(player.gaps)")
        #expect(abs((player.duration ?? .zero).inSeconds - 16) < 0.001)
        #expect(abs(player.played.inSeconds - 16) < 0.1)
    }

    @Test(arguments: [("muxed.m3u8", 200), ("master.m3u8", 200), ("periods.mpd", 100)])
    func `an exact seek shows the target frame on either side of a discontinuity`(
        _ path: String, _ second: Int
    ) async throws {
        let server = try await server()
        let player = Player(configuration: .silent)
        player.load(MediaItem(uri: server.address(of: path)))
        try await player.waitUntil(.ready)
        try await player.wait(for: "pictures") { $0.hasVideo }
        let tap = try OutputTap(.video, of: player)
        for number in [250, 190, 210, 399, 10, 200, 199, 320] {
            tap.forget()
            let target = Duration.milliseconds(40 * number + 2)
            let result = await player.seek(to: target)
            #expect(result == .completed(at: target), "\(number)")
            // In periods, the second run begins in the middle of the film.
            let shown =
                number < 200
                ? number : number - 200 < second ? number - 200 + (200 - second) : number - 200 - second
            #expect(tap.arrivals.last?.frameNumber(width: 320, height: 180) == shown, "\(number)")
        }
        await player.close()
        await server.close()
    }

    @Test(arguments: ["muxed.m3u8", "master.m3u8", "periods.mpd"])
    func `playback starts in the middle of the segments after a discontinuity`(_ path: String) async throws {
        let server = try await server()
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        let player = Player(configuration: configuration)
        var item = MediaItem(uri: server.address(of: path))
        item.startPosition = .seconds(11)
        player.load(item, autoplay: true)
        #expect(try await player.waitForEnd(within: .seconds(60)) == .natural)
        #expect(abs(player.snapshot.played.inSeconds - 5) < 0.1 && player.snapshot.gaps.isEmpty)
        await player.close()
        await server.close()
    }
}
