import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Synchronization
import Testing

@testable import TestBasics
@testable import TestSupport

/// What comes over HTTP.
@Suite(.timeLimit(.minutes(2)))
struct HTTPPlaybackTests {
    static let film = "av-h264-aac.mp4"
    static let stream = "hls-ts/low.m3u8"

    @Test(arguments: [film, stream, "hls-fmp4/master.m3u8", "hls-tracks/master.m3u8"])
    func `every request has the configured headers, cookies and user agent`(path: String) async throws {
        let wanted = [
            "Authorization": "Bearer secret", "X-Ticket": "7", "User-Agent": "Test/1", "Cookie": "a=b",
        ]
        let plan = FaultPlan(rules: [FaultRule("**", .requires(wanted, status: 403))])
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        configuration.network.headers = ["Authorization": "Bearer secret", "X-Ticket": "7"]
        configuration.network.userAgent = "Test/1"
        configuration.network.cookies = [NetworkCookie(name: "a", value: "b")]
        let (player, log) = try await play(path, plan, configuration)
        #expect(player.endReason == .natural && player.error == nil)
        #expect(log.requests.allSatisfy { $0.status.map { $0 < 300 } ?? true })
    }

    @Test func `a missing segment is skipped and reported as a gap`() async throws {
        let plan = FaultPlan(rules: [FaultRule("low-2.ts", .status(404))])
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        let (player, log) = try await play(Self.stream, plan, configuration)
        #expect(player.endReason == .truncated && player.position >= .seconds(7))
        #expect(player.warningCount > 0)
        let causes = player.gaps.map(\.cause)
        #expect(causes.count == 1)
        guard case .missingSegment(let uri, 404)? = causes.first else {
            Issue.record("\(causes)")
            return
        }
        #expect(uri.hasSuffix("/hls-ts/low-2.ts"))
        #expect(log.requests(for: "low-2.ts").count == 2)
        #expect(log.requests(for: "low-3.ts").count == 1)
    }

    private func waiting(stallTimeout: Duration) -> PlayerConfiguration {
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        configuration.networkRecovery.missingSegment = .wait
        configuration.stallTimeout = stallTimeout
        return configuration
    }

    @Test func `4.8: buffered media play out before a missing segment ends playback`() async throws {
        // It is missed long before it is wanted: four seconds are held.
        let plan = FaultPlan(rules: [FaultRule("low-2.ts", .status(404))])
        let (player, _) = try await play(Self.stream, plan, waiting(stallTimeout: .seconds(3)))
        #expect(player.error?.code == .timedOut && player.endReason == .error)
        #expect(player.position > .seconds(3.7) && player.position <= .seconds(4.1), "\(player.position)")
        #expect(player.lastWarning?.message.hasSuffix("low-2.ts, status 404") == true)
    }

    @Test func `4.8: a segment that arrives after 7 failed requests is no gap`() async throws {
        let plan = FaultPlan(rules: [FaultRule("low-2.ts", requests: .requests(1...7), .status(404))])
        let server = try await MediaServer(folder: Samples.directory.path, plan: plan)
        let player = Player(configuration: waiting(stallTimeout: .seconds(10)))
        player.load(MediaItem(uri: server.address(of: Self.stream)))
        // Pauses of 0.25 to 5 seconds: 12.75 in all, in which nothing is played.
        try await server.log.wait(for: "low-2.ts", count: 7)
        player.play()
        #expect(try await player.waitForEnd(within: .seconds(60)) == .natural)
        #expect(player.snapshot.gaps.isEmpty && server.log.requests(for: "low-2.ts").count == 8)
        await player.close()
        await server.close()
    }

    @Test func `a forbidden segment ends playback without a wait, after the buffered media`() async throws {
        let plan = FaultPlan(rules: [FaultRule("low-2.ts", .status(403))])
        let (player, _) = try await play(Self.stream, plan, waiting(stallTimeout: .seconds(3)))
        #expect(player.endReason == .truncated, "\(player)")
        #expect(player.position > .seconds(3.9) && player.position <= .seconds(4.1), "\(player.position)")
    }

    @Test func `a segment that the playlist declares as a gap is not requested`() async throws {
        let list = """
            #EXTM3U
            #EXT-X-TARGETDURATION:2
            #EXTINF:2,
            hls-ts/low-0.ts
            #EXT-X-GAP
            #EXTINF:2,
            hls-ts/low-1.ts
            #EXTINF:2,
            hls-ts/low-2.ts
            #EXT-X-ENDLIST

            """
        let (player, log) = try await play("list.m3u8", FaultPlan(documents: ["list.m3u8": list]), .silent)
        #expect(
            player.endReason == .natural && player.gaps.map(\.cause) == [.declaredGap],
            "\(String(describing: player.endReason)), \(player.gaps)")
        #expect(
            log.requests.map(\.path).filter { $0.hasSuffix(".ts") } == ["hls-ts/low-0.ts", "hls-ts/low-2.ts"])
    }

    @Test func `a redirect loop is a network error`() async throws {
        let plan = FaultPlan(rules: [FaultRule("**", .redirect(to: nil))])
        let (player, log) = try await play(Self.film, plan, .silent)
        #expect(player.error?.code == .network && log.requests.count == 1)
    }

    @Test func `a private address is not requested when the policy denies private networks`() async throws {
        var configuration = PlayerConfiguration.silent
        configuration.networkPolicy.allowsPrivateNetworks = false
        let (player, log) = try await play(Self.film, FaultPlan(), configuration)
        #expect(player.error?.code == .blockedByPolicy && log.requests.isEmpty)
    }

    @Test func `a playlist from a server that lists a file is refused`() async throws {
        let list = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n"
        let (player, _) = try await play("list.m3u8", FaultPlan(documents: ["list.m3u8": list]), .silent)
        #expect(player.error?.code == .blockedByPolicy)
    }

    @Test func `a connection that breaks 3 times is resumed at the last byte each time`() async throws {
        let plan = FaultPlan(rules: [FaultRule("**", requests: .requests(1...3), .reset(at: .bytes(20_000)))])
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        let (player, log) = try await play(Self.film, plan, configuration)
        #expect(player.endReason == .natural && player.error == nil)
        // What a reset takes away on its way is fetched again.
        let starts = log.requests.prefix(4).compactMap { $0.range?.dropFirst(6).dropLast() }.compactMap {
            Int($0)
        }
        #expect(starts.count == 4 && starts.first == 0)
        #expect(zip(starts, starts.dropFirst()).allSatisfy { $0 < $1 && $1 <= $0 + 20_000 }, "\(starts)")
    }

    @Test func `a private root certificate is trusted when it is configured`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.url.path + "/roots.pem"
        try ServerCertificate.localhost.chain.write(toFile: path, atomically: true, encoding: .utf8)
        var configuration = PlayerConfiguration.silent
        configuration.network.tls.trustRoots = path
        let (player, _) = try await play(Self.stream, FaultPlan(), configuration, .localhost)
        #expect(player.endReason == .natural && player.error == nil)
        let (other, _) = try await play(Self.stream, FaultPlan(), .silent, .localhost)
        #expect(other.error?.code == .tlsFailure)
    }

    @Test func `connections to a server are reused, and a playlist is fetched once`() async throws {
        let (player, log) = try await play(Self.stream, FaultPlan(), .virtual(VirtualClock()))
        #expect(player.endReason == .natural, "\(String(describing: player.error))")
        let requests = log.requests
        #expect(requests.count >= 5 && Set(requests.map(\.path)).count == requests.count)
        // Reading ahead may overlap with what is still being read.
        #expect(Set(requests.map(\.connection)).count <= 2)
    }

    /// Less than nothing is as little as can be.
    @Test(arguments: [(Duration.seconds(2), 1...2), (.seconds(30), 4...4), (.seconds(-1), 1...2)])
    func `a preloaded stream fetches no more than the preload duration`(
        _ limit: Duration, _ expected: ClosedRange<Int>
    ) async throws {
        let server = try await MediaServer(folder: Samples.directory.path, plan: FaultPlan())
        let segments = { @Sendable in server.log.requests.count { $0.path.hasSuffix(".ts") } }
        var configuration = PlayerConfiguration.silent
        configuration.buffer.preloadDuration = limit
        configuration.buffer.initialBuffer = min(configuration.buffer.initialBuffer, limit)
        let player = Player(configuration: configuration)
        let ahead = Mutex<Int?>(nil)
        let observation = player.chronicle(positions: true) { [weak player] _, _ in
            let count = segments()
            // Looked at after it was counted: those who fetch may know of the change before it is told here.
            guard let now = player?.snapshot, now.queue.currentIndex == 0, now.position < .milliseconds(1400)
            else { return }
            ahead.withLock { $0 = count }
        }
        let sound = try #require(LongSound())
        var first = sound.item
        first.endPosition = .milliseconds(1500)
        player.queue.append(first)
        player.queue.append(MediaItem(uri: server.address(of: Self.stream)))
        // However long that takes, before the first one comes to its end.
        try await server.log.waitsForAnswer(to: PathPattern("low-\(expected.lowerBound - 1).ts"))
        player.play()
        try await player.wait(within: .seconds(40)) { $0.status == .ended && !$0.wantsToPlay }
        observation.cancel()
        await player.close()
        await server.close()
        // The parts are of two seconds each, and there are four.
        #expect(expected.contains(try #require(ahead.withLock { $0 })))
        #expect(segments() == 4)
    }

    private func play(
        _ path: String, _ plan: FaultPlan, _ configuration: PlayerConfiguration,
        _ certificate: ServerCertificate? = nil
    ) async throws -> (PlayerSnapshot, RequestLog) {
        let server = try await MediaServer(
            folder: Samples.directory.path, plan: plan, certificate: certificate)
        return (try await server.plays(path, with: configuration), server.log)
    }
}
