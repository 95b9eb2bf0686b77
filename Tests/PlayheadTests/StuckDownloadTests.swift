import CGStreamer
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

    @Test(arguments: [["master.m3u8"], ["low.m3u8", "high.m3u8"]])
    func `2.7: a close ends though a playlist never comes`(_ names: [String]) async throws {
        let rules = names.map { FaultRule(PathPattern($0), .latency(.seconds(60))) }
        let server = try await MediaServer(folder: Repository.media, plan: FaultPlan(rules: rules))
        let player = Player(configuration: .silent)
        player.load(MediaItem(uri: server.address(of: "hls-ts/master.m3u8")))
        try await server.log.waits(for: "*.m3u8", count: names.count)
        let awaitsPlaylist = names.contains("low.m3u8")
        let element = try await player.pipeline.seen { pipeline in
            pipeline.gateway?.awaitsPlaylist == awaitsPlaylist ? pipeline.pipeline : nil
        }
        await player.close()
        #expect(player.status == .closed)
        // It was taken down, not left behind.
        #expect(element.isTakenDown)
        await server.close()
    }

    @Test func `2.7: a close ends though a live playlist never comes again`() async throws {
        let name = "tv.m3u8"
        let live = LiveStream(from: "hls-ts/low.m3u8", window: .segments(3), startsWith: 3)
        let rule = FaultRule("tv.m3u8", requests: .requests(from: 2), .latency(.seconds(60)))
        let plan = FaultPlan(rules: [rule], streams: [name: live])
        let server = try await MediaServer(folder: Repository.media, plan: plan)
        let player = Player(configuration: .silent)
        player.load(MediaItem(uri: server.address(of: name)))
        try await server.log.waits(for: "tv.m3u8", count: 2)
        let element = try await player.pipeline.seen { $0.gateway?.isIdle == false ? $0.pipeline : nil }
        await player.close()
        #expect(player.status == .closed)
        // It was taken down, not left behind.
        #expect(element.isTakenDown)
        await server.close()
    }
}

extension Element {
    /// Whether it was set to NULL, and not left behind.
    var isTakenDown: Bool {
        var state = GST_STATE_VOID_PENDING
        unsafe gst_element_get_state(raw, &state, nil, 0)
        return state == GST_STATE_NULL
    }
}
