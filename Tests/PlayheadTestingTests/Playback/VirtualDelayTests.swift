import Playhead
import PlayheadServer
import PlayheadTesting
import TestSupport
import Testing

@testable import TestBasics

/// A player and a server on one clock that passes no real time.
@Suite(.timeLimit(.minutes(2)))
struct VirtualDelayTests {
    static let film = "av-h264-aac.mp4"
    static let stream = "hls-ts/low.m3u8"

    /// Plays to the end, and answers when it was ready and what was asked of the server.
    private func play(_ path: String, _ rules: FaultRule...) async throws -> (ready: Duration, RequestLog) {
        let clock = VirtualClock()
        let server = try await MediaServer(
            folder: Repository.media, plan: FaultPlan(rules: rules), clock: clock)
        var configuration = PlayerConfiguration()
        configuration.video = .none
        configuration.audio = .none
        configuration.clock = .virtual(clock)
        let player = Player(configuration: configuration)
        player.load(MediaItem(uri: server.address(of: path)), autoplay: true)
        try await player.waitUntil(.ready, within: .seconds(60))
        let ready = clock.now.offset
        #expect(try await player.waitForEnd(within: .seconds(60)) == .natural)
        #expect(player.error == nil && player.snapshot.played == player.duration)
        await player.close()
        await server.close()
        return (ready, server.log)
    }

    @Test(arguments: [film, stream]) func `server latency on a virtual clock is exact`(path: String)
        async throws
    {
        let (ready, log) = try await play(path, FaultRule("**", .latency(.seconds(3))))
        #expect(ready >= .seconds(3))
        let complete = log.requests.filter { $0.end == .complete }
        #expect(!complete.isEmpty)
        #expect(complete.allSatisfy { ($0.ended ?? .zero) - $0.arrived == .seconds(3) })
    }

    @Test(arguments: [film, stream]) func `a server rate on a virtual clock is exact`(path: String)
        async throws
    {
        let (_, log) = try await play(path, FaultRule("**", .rate(.bytesPerSecond(40_000))))
        for request in log.requests where request.end == .complete {
            let time = Duration.seconds(Double(request.bytesSent) / 40_000)
            let lasted = (request.ended ?? .zero) - request.arrived
            #expect(lasted >= time - .milliseconds(1) && lasted < time + .milliseconds(1), "\(request)")
        }
    }

    @Test func `a stream at a low rate on a virtual clock plays to its end`() async throws {
        let rate = ByteRate([
            .init(bytesPerSecond: 1_000_000, for: .milliseconds(20)), .init(bytesPerSecond: 8_000),
        ])
        let (_, log) = try await play(Self.film, FaultRule("**", .rate(rate), .ignoresRanges))
        #expect(log.requests.last?.end == .complete)
    }

    @Test func `a server stall on a virtual clock lasts its duration`() async throws {
        let (_, log) = try await play(
            Self.stream, FaultRule("low-2.ts", .stall(at: .share(0.5), for: .seconds(2))))
        let stalled = try #require(log.requests(for: "low-2.ts").first)
        #expect((stalled.ended ?? .zero) - stalled.arrived >= .seconds(2))
    }

    @Test func `a stalled response does not stop the virtual clock`() async throws {
        let clock = VirtualClock()
        let plan = FaultPlan(
            rules: [FaultRule("a", .stall(at: 0)), FaultRule("b", .latency(.seconds(3600)))],
            documents: ["a": "a", "b": "b"])
        let server = try await MediaServer(plan: plan, clock: clock)
        let stalled = Task { try await RawClient.get("/a", at: server.port) }
        try await server.log.wait(for: "a")
        #expect(try await RawClient.get("/b", at: server.port).text == "b")
        #expect(clock.now.offset == .seconds(3600))
        await server.close()
        _ = await stalled.result
    }
}
