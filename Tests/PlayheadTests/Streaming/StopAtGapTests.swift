import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// A missing segment under the policy `stop`: everything before it is played, of all renditions.
@Suite(.timeLimit(.minutes(1)))
struct StopAtGapTests {
    /// The video is missing from 6 s on.
    private static let missing = FaultRule("video-3.ts", .status(404))

    /// The video up to 4 s without a key, and after that with one that the server lacks.
    private static let locked = """
        #EXTM3U
        #EXT-X-TARGETDURATION:2
        #EXT-X-PLAYLIST-TYPE:VOD
        #EXTINF:2,
        video-0.ts
        #EXTINF:2,
        video-1.ts
        #EXT-X-KEY:METHOD=AES-128,URI="missing.key"
        #EXTINF:2,
        video-2.ts
        #EXT-X-ENDLIST
        """

    private func open(
        _ rules: FaultRule..., documents: [String: String] = [:],
        policy: NetworkRecovery.MissingSegmentPolicy = .stop
    ) async throws -> (Player, MediaServer) {
        let clock = VirtualClock()
        let server = try await MediaServer(
            folder: Samples.directory.path, plan: FaultPlan(rules: rules, documents: documents),
            clock: clock)
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual(clock)
        configuration.networkRecovery.missingSegment = policy
        configuration.networkRecovery.retries = 0
        let player = Player(configuration: configuration)
        player.load(MediaItem(uri: server.address(of: "hls-tracks/master.m3u8")), autoplay: true)
        return (player, server)
    }

    @Test(arguments: ["no-file", "en.m3u8", "en-0.ts", "en-2.ts"])
    func `both renditions are played up to the missing segment, however late the other one arrives`(
        late: String
    ) async throws {
        let (player, server) = try await open(
            Self.missing, FaultRule(PathPattern(late), .latency(.seconds(3))))
        #expect(try await player.waitForEnd(within: .seconds(60)) == .truncated)
        let played = player.snapshot.played
        #expect(played >= .seconds(5.9) && played <= .seconds(6.1), "\(played)")
        await player.close()
        await server.close()
    }

    @Test func `after the end at a missing segment, the media before it is played again`() async throws {
        let (player, server) = try await open(Self.missing)
        #expect(try await player.waitForEnd(within: .seconds(60)) == .truncated)
        await player.seek(to: .seconds(2))
        player.play()
        #expect(try await player.waitForEnd(within: .seconds(60)) == .truncated)
        #expect(player.snapshot.position >= .seconds(5.9))
        await player.close()
        await server.close()
    }

    @Test(arguments: NetworkRecovery.MissingSegmentPolicy.allCases)
    func `a key that is missing before the tracks are known is one error`(
        policy: NetworkRecovery.MissingSegmentPolicy
    ) async throws {
        let (player, server) = try await open(
            FaultRule("en-0.ts", .latency(.seconds(3))),
            documents: ["hls-tracks/video.m3u8": Self.locked], policy: policy)
        await #expect(throws: PlayerError.self) { try await player.waitForEnd(within: .seconds(60)) }
        #expect(player.error?.code == .httpStatus, "\(String(describing: player.error))")
        await player.close()
        await server.close()
    }
}
