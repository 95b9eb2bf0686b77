import Dispatch
import PlayheadServer
import PlayheadTesting
import TestSupport
import Testing

@testable import GStreamer
@testable import Playhead

/// A demuxer that waits for itself while it is taken down keeps nobody.
@Suite(.timeLimit(.minutes(1)))
struct StuckDownloadTests {
    @Test func `2.7: a close ends though the demuxer never does`() async throws {
        let plan = FaultPlan(rules: [FaultRule("low-2.ts", .latency(.seconds(60)))])
        let server = try await MediaServer(folder: Repository.media, plan: plan)
        let player = Player(configuration: .silent)
        player.load(MediaItem(uri: server.address(of: "hls-ts/low.m3u8")))
        try await player.reaches(.ready)
        try await server.log.waits(for: "low-2.ts")
        let pipeline = try player.pipeline
        let never = DispatchSemaphore(value: 0)
        try #require(pipeline.arrivals.source?.pad("sink")).watch {
            if case .flush = $0 { never.wait() }
        }
        await player.close()
        #expect(player.status == .closed)
        never.signal()
        await server.close()
    }
}
