import Foundation
import PlayheadServer
import PlayheadTesting
import TestSupport
import Testing

@testable import Playhead

/// Which variants come over networks of given rates, by a clock that takes no time.
@Suite(.timeLimit(.minutes(2)))
struct `The quality of a stream` {
    /// Forty seconds in two variants of about 130 and 165 kbit/s.
    private static func playlist(_ name: String, parts: Int = 20) -> String {
        let body = (0..<parts).map { part in
            (part > 0 && part.isMultiple(of: 4) ? "#EXT-X-DISCONTINUITY\n" : "")
                + "#EXTINF:2,\n\(name)-\(part % 4).ts?\(part)\n"
        }
        return "#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:2\n#EXT-X-PLAYLIST-TYPE:VOD\n"
            + body.joined() + "#EXT-X-ENDLIST\n"
    }

    private static let master = """
        #EXTM3U
        #EXT-X-STREAM-INF:BANDWIDTH=135000,RESOLUTION=160x90,CODECS="avc1.4d400b,mp4a.40.2"
        l.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=170000,RESOLUTION=320x180,CODECS="avc1.4d400c,mp4a.40.2"
        h.m3u8
        """

    private struct Course {
        var player: PlayerSnapshot
        /// The variants in the order in which their parts came.
        var variants: [Int?]
        /// How many parts were asked for.
        var low: Int
        var high: Int
    }

    private func plays(_ rate: ByteRate) async throws -> Course {
        let clock = VirtualClock()
        let plan = FaultPlan(
            rules: [FaultRule("*.ts", .rate(rate))],
            documents: [
                "hls-ts/long.m3u8": Self.master, "hls-ts/l.m3u8": Self.playlist("low"),
                "hls-ts/h.m3u8": Self.playlist("high"),
            ])
        let server = try await MediaServer(folder: Samples.directory.path, plan: plan, clock: clock)
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual(clock)
        let player = Player(configuration: configuration)
        let story = player.story()
        player.load(MediaItem(uri: server.address(of: "hls-ts/long.m3u8")), autoplay: true)
        try await player.finishes(within: .seconds(100))
        let variants = story.events.compactMap { event -> Int? in
            if case .variantChanged(let variant) = event { variant?.index } else { nil }
        }
        let course = Course(
            player: player.snapshot, variants: variants, low: server.log.requests(for: "low-*.ts").count,
            high: server.log.requests(for: "high-*.ts").count)
        await player.close()
        await server.close()
        return course
    }

    @Test func `is the best from the second part on where the network is fast`() async throws {
        let course = try await plays(.bytesPerSecond(1_000_000))
        #expect(course.variants == [0, 1] && course.low == 1 && course.high == 19)
        #expect(course.player.endReason == .natural && course.player.holes.isEmpty)
    }

    @Test func `stays what a network carries that carries no more with a margin`() async throws {
        let course = try await plays(.bytesPerSecond(26_000))
        #expect(course.variants == [0] && course.low == 20 && course.high == 0)
        #expect(course.player.endReason == .natural)
    }

    @Test(arguments: [28_000, 30_000, 32_000, 34_000])
    func `does not follow each turn of a network that is now faster, now slower`(_ rate: Int) async throws {
        let turns = (0..<40).map { turn in
            ByteRate.Step(
                bytesPerSecond: turn.isMultiple(of: 2) ? rate * 9 / 8 : rate * 7 / 8, for: .seconds(1.5))
        }
        let course = try await plays(ByteRate(turns))
        #expect(course.variants.count <= 2, "\(course.variants)")
        #expect(course.player.endReason == .natural && course.low + course.high == 20)
    }

    @Test func `goes down in time where the network becomes slower, and nothing stands still`() async throws {
        let course = try await plays(
            ByteRate([
                ByteRate.Step(bytesPerSecond: 50_000, for: .seconds(8)),
                ByteRate.Step(bytesPerSecond: 18_000),
            ]))
        #expect(course.variants == [0, 1, 0], "\(course.low), \(course.high)")
        #expect(course.player.endReason == .natural)
    }
}
