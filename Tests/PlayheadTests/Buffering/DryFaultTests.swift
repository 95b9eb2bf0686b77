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
        let plan = FaultPlan(rules: [FaultRule("*.mp4", .stall(at: .share(0.6)), .ignoresRanges)])
        let server = try await MediaServer(folder: Samples.directory.path, plan: plan)
        var configuration = PlayerConfiguration.silent
        configuration.networkRecovery.retries = 0
        // All that has come is played before more is waited for.
        configuration.buffer.low = .zero
        let player = Player(configuration: configuration)
        player.load(MediaItem(uri: server.address(of: "av-h264-aac.mp4")), autoplay: true)
        try await player.waits(for: "outputs that hold nothing") {
            $0.state == .playing(buffering: true) && $0.position > .seconds(2)
        }
        _ = try await player.pipeline.seen { $0.pipeline?.isSettled == false ? true : nil }
        await server.close()
        #expect(try await player.finishes(within: .seconds(15)) == .truncated)
        #expect(player.error?.code == .connectionLost && player.position > .seconds(2))
        await player.close()
    }
}
