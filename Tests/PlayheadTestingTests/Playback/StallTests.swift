import Playhead
import PlayheadServer
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

@testable import TestBasics

/// A stream that ceases to come for a while, on a clock that passes no real time.
@Suite(.timeLimit(.minutes(2)))
struct StallTests {
    static let stream = "hls-ts/low.m3u8"

    private struct Story {
        var ready: Duration = .zero
        var active: Duration = .zero
        var stalls: [PlaybackMetrics.Stall] = []
        var events: [PlayerEvent] = []
        var end: EndReason?
    }

    private static func play(_ rule: FaultRule) async throws -> Story {
        let clock = VirtualClock()
        let server = try await MediaServer(
            folder: Repository.media, plan: FaultPlan(rules: [rule]), clock: clock)
        var configuration = PlayerConfiguration()
        configuration.video = .none
        configuration.audio = .none
        configuration.clock = .virtual(clock)
        // The server is not asked again meanwhile.
        configuration.networkRecovery.idleTimeout = .seconds(20)
        let player = Player(configuration: configuration)
        let heard = Mutex<[PlayerEvent]>([])
        let observation = player.observe { event in heard.withLock { $0.append(event) } }
        player.load(MediaItem(uri: server.address(of: Self.stream)), autoplay: true)
        var story = Story()
        story.end = try await player.waitForEnd(within: .seconds(60))
        let metrics = try #require(player.metrics)
        story.ready = metrics.startup.untilReady ?? .zero
        story.active = metrics.startup.untilStarted ?? .zero
        story.stalls = metrics.stalls
        await player.close()
        observation.cancel()
        await server.close()
        story.events = heard.withLock { $0 }
        return story
    }

    // Each in a process of its own: beside other clocks, and their threads that are at work, a delay of the server's is thought to be what is
    // waited for while the stream is still being opened.
    @Test(.inTurn) func `a stream plays up to a stall of the server, and resumes after it`() async throws {
        await #expect(processExitsWith: .success) {
            let story = try await Self.play(FaultRule("low-2.ts", .stall(at: .share(0.5), for: .seconds(7))))
            #expect(story.end == .natural && story.active < .seconds(1))
            let stall = try #require(story.stalls.first)
            #expect(story.stalls.count == 1 && stall.hasEnded)
            // What is given out is parsed, which is a little less than has come.
            #expect(stall.position > .seconds(3.5) && stall.position < .seconds(6))
            #expect(stall.length > .seconds(2) && stall.length < .seconds(10))
            #expect(story.events.contains(.stalled) && story.events.contains(.resumed(after: stall.length)))
        }
    }

    @Test(.inTurn) func `a stream starts after a stall in its first segment`() async throws {
        await #expect(processExitsWith: .success) {
            let story = try await Self.play(FaultRule("low-0.ts", .stall(at: .share(0.1), for: .seconds(5))))
            #expect(story.end == .natural && story.stalls.isEmpty)
            #expect(story.ready <= .seconds(5), "\(story.events)")
            #expect(
                story.active >= .seconds(1) && story.active < .seconds(6), "\(story.active) \(story.events)")
        }
    }

    @Test func `a file over HTTP starts with 1 second of buffered media`() async throws {
        let rule = FaultRule("av-h264-aac.mp4", .stall(at: .share(0.6)), .ignoresRanges)
        let server = try await MediaServer(folder: Repository.media, plan: FaultPlan(rules: [rule]))
        var configuration = PlayerConfiguration()
        configuration.video = .none
        configuration.audio = .none
        // What comes late on a busy machine is not taken for all that comes.
        configuration.buffer.maximumWait = .seconds(60)
        let player = Player(configuration: configuration)
        let begun = Mutex<PlayerSnapshot?>(nil)
        let observation = player.chronicle(positions: false) { _, snapshot in
            begun.withLock { if $0 == nil, snapshot.status == .started { $0 = snapshot } }
        }
        player.load(MediaItem(uri: server.address(of: "av-h264-aac.mp4")), autoplay: true)
        try await player.waitUntil(.started)
        let begin = try #require(begun.withLock { $0 })
        let held = begin.bufferedPosition ?? .zero
        #expect(held >= .seconds(1) && begin.position < held)
        observation.cancel()
        await player.close()
        await server.close()
    }
}
