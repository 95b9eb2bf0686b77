import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import GStreamer
@testable import Playhead

/// A source that breaks while the outputs hold nothing.
@Suite(.timeLimit(.minutes(1)))
struct DryFaultTests {
    @Test func `4.7: what waits for more, with nothing left, ends when its source breaks`() async throws {
        let (player, server) = try await play()
        try await player.waits(for: "outputs that hold nothing") {
            $0.state == .playing(buffering: true) && $0.position > .seconds(1)
        }
        _ = try await player.pipeline.seen { $0.pipeline?.isSettled == false ? true : nil }
        await server.close()
        #expect(try await player.finishes(within: .seconds(15)) == .truncated)
        #expect(player.error?.code == .connectionLost && player.position > .seconds(2))
        await player.close()
    }

    @Test func `4.8: two words on its level before it is stopped do not have it seem to play`() async throws {
        let (player, server) = try await play()
        try await player.waits(for: "the last that comes") { $0.position > .seconds(1.5) }
        _ = try await player.pipeline.seen { pipeline in
            // Nothing of what the player asks comes through before this is over. Until then all is played, and nothing has come for long.
            var position: Duration?
            repeat {
                position = pipeline.position
                pipeline.reviewLevel()
                usleep(1_000_000)
            } while pipeline.position != position
            pipeline.reviewLevel(at: .seconds(3))
            pipeline.reviewLevel()
            return pipeline.levels.hasRunLow
        }
        _ = await player.refreshed()
        #expect(player.state == .playing(buffering: true))
        #expect(try await player.pipeline.seen { $0.pipeline?.isPlaying } == false)
        await server.close()
        await player.close()
    }

    /// A film of which a server sends three fifths, without more attempts.
    private func play() async throws -> (Player, MediaServer) {
        let plan = FaultPlan(rules: [FaultRule("*.mp4", .stall(at: .share(0.6)), .ignoresRanges)])
        let server = try await MediaServer(folder: Samples.directory.path, plan: plan)
        var configuration = PlayerConfiguration.silent
        configuration.networkRecovery.retries = 0
        // It is closed before it is given up for its silence, however late that is on a busy machine.
        configuration.networkRecovery.silence = .seconds(60)
        // All that has come is played before more is waited for.
        configuration.buffer.low = .zero
        let player = Player(configuration: configuration)
        player.load(MediaItem(uri: server.address(of: "av-h264-aac.mp4")), autoplay: true)
        return (player, server)
    }
}
