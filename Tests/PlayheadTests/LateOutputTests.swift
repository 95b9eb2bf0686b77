import PlayheadServer
import PlayheadTesting
import TestSupport
import Testing

@testable import GStreamer
@testable import Playhead

/// On a busy machine what a stream gives may be refused before its demuxer has given anything out.
@Suite(.timeLimit(.minutes(1)))
struct LateOutputTests {
    /// What hlsdemux2 says where it has read an end before that.
    private static let alarm = ElementFault(
        domain: "gst-resource-error-quark", code: 3, message: "Couldn't download fragments", debug: "",
        element: "hlsdemux2")

    @Test func `4.7: what came of a stream is played though a part was refused before it was opened`()
        async throws
    {
        // The first time nothing is opened.
        let rule = FaultRule("low-0.ts", requests: .requests(1...1), .latency(.seconds(60)))
        let clock = VirtualClock()
        clock.hold()
        let server = try await MediaServer(
            folder: Repository.media, plan: FaultPlan(rules: [rule]), clock: clock)
        let uri = server.address(of: "hls-ts/low.m3u8")
        let player = Player(configuration: .silent)
        player.load(MediaItem(uri: uri), autoplay: true)
        try await server.log.waits(for: "low-0.ts")
        let isWaitedFor = try await player.pipeline.seen { pipeline in
            pipeline.hear(.broken(PlayerError(.network, "The server refuses access", uri: uri)))
            defer { pipeline.hear(.error(Self.alarm), from: pipeline.generation) }
            return !pipeline.isFinished
        }
        #expect(isWaitedFor)
        #expect(try await player.finishes() == .natural)
        #expect(server.log.requests(for: "low-0.ts").count == 2)
        await player.close()
        await server.close()
    }
}
