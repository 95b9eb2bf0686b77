import Playhead
import PlayheadServer
import PlayheadTesting
import TestSupport
import Testing

@testable import TestBasics

/// What comes of a playback that meets a fault. Where a player could do better than it does, less is expected here.
@Suite(.timeLimit(.minutes(2)))
struct FaultPlaybackTests {
    static let film = "av-h264-aac.mp4"
    static let stream = "hls-ts/low.m3u8"

    struct Meeting: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var path = film
        var rule: FaultRule
        var reason: EndReason
        /// The errors that may be told; nil: none.
        var codes: Set<PlayerError.Code>?

        init(
            _ name: String, _ faults: Fault..., reason: EndReason = .natural,
            codes: Set<PlayerError.Code>? = nil
        ) {
            testDescription = name
            rule = FaultRule("av-h264-aac.mp4")
            rule.faults = faults
            self.reason = reason
            self.codes = codes
        }

        /// In the segments of HLS.
        init(
            segment: PathPattern, _ name: String, requests: RequestNumbers = .all, _ fault: Fault,
            reason: EndReason = .natural, codes: Set<PlayerError.Code>? = nil
        ) {
            testDescription = "\(name), HLS"
            path = stream
            rule = FaultRule(segment, requests: requests, fault)
            self.reason = reason
            self.codes = codes
        }
    }

    static let survived: [Meeting] = [
        Meeting("latency", .latency(.seconds(1))),
        Meeting("a rate", .rate(.bytesPerSecond(60_000))),
        Meeting("a reset, with ranges to go on with", .reset(at: .share(0.6))),
        Meeting("a cut, with ranges to go on with", .cut(at: .share(0.6))),
        Meeting("a stall for a while", .stall(at: .share(0.5), for: .seconds(2))),
        Meeting("no length", .withoutLength),
        Meeting("a wrong type", .type("text/html")),
        Meeting("no ranges", .ignoresRanges),
        Meeting("an unknown header", .headers(["X-Test": "1"])),
        Meeting(segment: "low-*.ts", "latency", .latency(.seconds(1))),
        Meeting(segment: "low-2.ts", "a status, once", requests: 1, .status(503)),
        Meeting(segment: "low.m3u8", "a wrong type", .type("text/plain")),
        Meeting(segment: "low-2.ts", "a cut", .cut(at: .share(0.5))),
        Meeting(segment: "low-2.ts", "a reset", .reset(at: .share(0.5))),
        Meeting(segment: "low-*.ts", "a stall for a while", .stall(at: .share(0.5), for: .seconds(2))),
    ]

    static let failed: [Meeting] = [
        Meeting("status 404", .status(404), reason: .error, codes: [.httpStatus]),
        Meeting(
            "status 503", .status(503), .headers(["Retry-After": "1"]), reason: .error, codes: [.httpStatus]),
        Meeting("a missing header", .requires(["Authorization": "*"]), reason: .error, codes: [.httpStatus]),
        Meeting("a reset before the head", .reset(at: 0), reason: .error, codes: [.connectionLost]),
        Meeting(
            "a reset without ranges", .reset(at: .share(0.6)), .ignoresRanges, reason: .truncated,
            codes: [.connectionLost]),
        Meeting(
            "a cut without ranges", .cut(at: .share(0.6)), .ignoresRanges, reason: .truncated,
            codes: [.connectionLost]),
        Meeting(
            "a length that is too short", .length(.share(0.6)), .ignoresRanges, reason: .truncated,
            codes: [.truncated]),
        Meeting(
            "a stall without end", .stall(at: .share(0.5)), .ignoresRanges, reason: .error, codes: [.timedOut]
        ),
        Meeting("a redirect that loops", .redirect(to: nil), reason: .error, codes: [.network]),
        Meeting(segment: "low-0.ts", "status 403", .status(403), reason: .error, codes: [.httpStatus]),
        Meeting(segment: "low.m3u8", "status 500", .status(500), reason: .error, codes: [.httpStatus]),
    ]

    @Test(arguments: survived) func `playback through a minor fault ends naturally`(_ meeting: Meeting)
        async throws
    {
        let (player, log) = try await play(meeting.path, FaultPlan(rules: [meeting.rule]))
        #expect(player.endReason == .natural && player.error == nil)
        #expect(player.played == player.duration)
        #expect(log.requests.contains { !$0.faults.isEmpty })
    }

    @Test(arguments: failed) func `playback of a major fault ends with the error of the fault`(
        _ meeting: Meeting
    ) async throws {
        let clock: PlaybackClock = meeting.codes == [.timedOut] ? .virtual : .system
        let (player, log) = try await play(meeting.path, FaultPlan(rules: [meeting.rule]), clock)
        #expect(
            player.endReason == meeting.reason,
            "\(String(describing: player.endReason)) \(String(describing: player.error)), \(player.played)")
        if let codes = meeting.codes {
            #expect(codes.contains(try #require(player.error?.code)), "\(player.error)")
        }
        #expect(log.requests.contains { !$0.faults.isEmpty })
    }

    @Test func `a declared length that is too long ends in an error or after the whole medium`()
        async throws
    {
        let rule = FaultRule("av-h264-aac.mp4", .length(.share(1.5)))
        let (player, log) = try await play(Self.film, FaultPlan(rules: [rule]))
        // The bytes that do not come are asked for, and the end of the film is not waited for any longer than them.
        if player.error == nil {
            #expect(
                player.endReason == .natural && player.played > .milliseconds(3900) && player.gaps.isEmpty)
        } else {
            #expect(player.endReason == .truncated || player.endReason == .error)
        }
        #expect(log.requests.contains { !$0.faults.isEmpty })
    }

    @Test func `a player follows a redirect`() async throws {
        let rule = FaultRule("film.mp4", .redirect(to: "/" + Self.film))
        let (player, log) = try await play("film.mp4", FaultPlan(rules: [rule]))
        #expect(player.endReason == .natural && log.requests.first?.status == 302)
    }

    @Test func `a medium without byte ranges is not seekable`() async throws {
        let (player, _) = try await play(Self.film, FaultPlan(rules: [FaultRule("**", .ignoresRanges)]))
        #expect(!player.isSeekable)
    }

    @Test func `a player requests the rest after a broken connection`() async throws {
        let (_, log) = try await play(
            Self.film, FaultPlan(rules: [FaultRule("**", requests: 1, .cut(at: .bytes(20_000)))]))
        let starts = log.requests.compactMap { $0.range?.dropFirst(6).dropLast() }.compactMap { Int($0) }
        #expect(starts.contains { 0 < $0 && $0 <= 20_000 }, "\(starts)")
    }

    @Test(arguments: [LiveStream.Window.segments(30), .all])
    func `a live stream that completes is played to its end`(_ window: LiveStream.Window) async throws {
        let live = LiveStream(from: Self.stream, window: window, startsWith: 4, segmentCount: 6)
        let (player, log) = try await play("tv.m3u8", FaultPlan(streams: ["tv.m3u8": live]))
        #expect(player.endReason == .natural && player.error == nil)
        #expect(player.played > .seconds(11.9) && log.requests(for: "tv-5.ts").count == 1)
    }

    @Test func `a live stream with a short window that completes is played to its end`() async throws {
        let live = LiveStream(from: Self.stream, startsWith: 4, segmentCount: 6)
        let (player, log) = try await play("tv.m3u8", FaultPlan(streams: ["tv.m3u8": live]))
        #expect(player.endReason == .natural, "\(String(describing: player.endReason)), \(player.gaps)")
        #expect(log.requests(for: "tv-5.ts").count == 1)
    }

    @Test func `a live stream without its last segment ends before it`() async throws {
        let live = LiveStream(from: Self.stream, window: .all, startsWith: 4, segmentCount: 6)
        let rule = FaultRule("tv-5.ts", .status(404))
        let (player, log) = try await play(
            "tv.m3u8", FaultPlan(rules: [rule], streams: ["tv.m3u8": live]))
        #expect(player.endReason == .truncated && player.duration == .seconds(12))
        #expect(!log.requests(for: "tv-5.ts").isEmpty && player.played < .seconds(11))
    }

    @Test func `a live stream skips an unavailable segment`() async throws {
        let live = LiveStream(from: Self.stream, window: .all, startsWith: 4, segmentCount: 6)
        let rule = FaultRule("tv-2.ts", .status(404))
        let (player, log) = try await play(
            "tv.m3u8", FaultPlan(rules: [rule], streams: ["tv.m3u8": live]))
        #expect(
            player.endReason == .truncated && player.warningCount > 0 && player.gaps.count == 1,
            "\(String(describing: player.endReason)), \(player.gaps)")
        #expect(log.requests(for: "tv-5.ts").count == 1)
    }

    @Test func `a live stream resumes after a stale playlist`() async throws {
        let live = LiveStream(from: Self.stream, startsWith: 4, segmentCount: 6)
        let rule = FaultRule("tv.m3u8", requests: .requests(2...3), .stale)
        let (player, log) = try await play(
            "tv.m3u8", FaultPlan(rules: [rule], streams: ["tv.m3u8": live]))
        #expect(
            player.endReason == .natural && log.requests.contains { $0.faults == [.stale] },
            "\(String(describing: player.endReason)), \(player.gaps), \(log.requests.map(\.path))")
    }

    @Test func `a live playlist that stays stale ends at the stall timeout`() async throws {
        let live = LiveStream(from: Self.stream, startsWith: 4, segmentCount: 5, end: .stale)
        let (player, _) = try await play(
            "tv.m3u8", FaultPlan(streams: ["tv.m3u8": live]), .virtual, stallTimeout: .seconds(4))
        #expect(player.endReason == .error && player.error?.code == .timedOut)
    }

    @Test func `a live stream resumes in a window that has moved`() async throws {
        let live = LiveStream(from: Self.stream, startsWith: 4, segmentCount: 18)
        let rule = FaultRule("tv.m3u8", requests: 3, .windowMoves(by: 10))
        let (player, log) = try await play(
            "tv.m3u8", FaultPlan(rules: [rule], streams: ["tv.m3u8": live]))
        #expect(
            player.endReason == .natural && player.warningCount > 0 || player.error?.code == .timedOut,
            "\(String(describing: player.endReason)), \(player.gaps)")
        // Which ones are left of those behind the gap depends on how fast the machine is.
        let found = log.requests.filter { $0.status == 200 }.map(\.path)
        #expect((13..<18).contains { found.contains("tv-\($0).ts") })
    }

    /// Plays to the end, whatever that is. In real time the server's own is over at once, and a live playlist has something new each time
    /// it is asked for: what comes so ends before any deadline, however slow the machine is. What ends by a deadline is played in virtual time, which
    /// is the server's too, so that the clock knows where nothing more will come. A live playlist is asked for again in real time.
    private func play(
        _ path: String, _ plan: FaultPlan, _ time: PlaybackClock = .system,
        stallTimeout: Duration = PlayerConfiguration().stallTimeout
    ) async throws -> (PlayerSnapshot, RequestLog) {
        let clock = HastyClock()
        let shared = plan.streams.isEmpty ? time.virtualClock : nil
        let server = try await MediaServer(folder: Repository.media, plan: plan, clock: shared ?? clock)
        let live = Task { [log = server.log] in
            for await request in log.answers where plan.streams[request.path] != nil {
                clock.advance(by: .seconds(2))
            }
        }
        var configuration = PlayerConfiguration()
        configuration.video = .none
        configuration.audio = .none
        configuration.clock = time
        configuration.stallTimeout = stallTimeout
        // From the beginning of what there is.
        configuration.liveOffset = .seconds(60)
        defer { live.cancel() }
        return (try await server.plays(path, with: configuration), server.log)
    }
}
