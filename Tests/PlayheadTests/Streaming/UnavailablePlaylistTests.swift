import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// One playlist of several cannot be had: another one is played in its place, or the stream without it.
@Suite(.timeLimit(.minutes(2)))
struct UnavailablePlaylistTests {
    private static func variant(_ uri: String, _ bandwidth: Int, height: Int = 90) -> String {
        "#EXT-X-STREAM-INF:BANDWIDTH=\(bandwidth),RESOLUTION=160x\(height),CODECS=\"avc1.4d400b,mp4a.40.2\"\n\(uri)\n"
    }

    @Test(arguments: [Fault.status(404), .status(503), .stall(at: .bytes(0))])
    func `the nearest other variant replaces one whose playlist is unavailable, with one warning`(
        fault: Fault
    ) async throws {
        let plan = FaultPlan(rules: [FaultRule("low.m3u8", fault)])
        let (player, log) = try await play("hls-ts/master.m3u8", plan)
        #expect(
            player.endReason == .natural && player.error == nil && player.gaps.isEmpty,
            "\(player), \(log.requests)")
        #expect(player.variant?.index == 1)
        #expect(player.warningCount == 1)
        let words = try #require(player.lastWarning?.message)
        #expect(words.contains("/hls-ts/low.m3u8"))
        if fault == .status(404) { #expect(words.contains("404")) }
        #expect(log.requests.count { $0.path.hasSuffix(".ts") } == 4)
    }

    @Test func `a second address of the same variant is tried before other variants`() async throws {
        let list =
            "#EXTM3U\n" + Self.variant("dead.m3u8", 180_000) + Self.variant("hls-ts/high.m3u8", 170_000)
            + Self.variant("hls-ts/low.m3u8", 180_000)
        let (player, log) = try await play("list.m3u8", FaultPlan(documents: ["list.m3u8": list]))
        #expect(player.endReason == .natural && player.warningCount == 1)
        #expect(player.variant?.index == 2)
        #expect(log.requests(for: "high.m3u8").isEmpty)
    }

    @Test func `unavailable playlists of all variants are one error`() async throws {
        let plan = FaultPlan(rules: [
            FaultRule("low.m3u8", .status(404)), FaultRule("high.m3u8", .status(404)),
        ])
        let (player, log) = try await play("hls-ts/master.m3u8", plan)
        #expect(player.error?.code == .httpStatus || player.error?.code == .notFound)
        #expect(player.error?.uri?.hasSuffix("low.m3u8") == true && player.warningCount == 0)
        #expect(log.requests(for: "low.m3u8").count == 2 && log.requests(for: "high.m3u8").count == 2)
    }

    @Test func `another audio rendition replaces one whose playlist is unavailable, with one warning`()
        async throws
    {
        let plan = FaultPlan(rules: [FaultRule("en.m3u8", .status(404))])
        let (player, log) = try await play("hls-tracks/master.m3u8", plan)
        #expect(player.endReason == .natural && player.error == nil && player.gaps.isEmpty)
        #expect(player.warningCount == 1 && player.lastWarning?.message.contains("/en.m3u8") == true)
        #expect(log.requests(for: "de-0.ts").count == 1)
    }

    @Test func `unavailable playlists of all audio renditions are one error`() async throws {
        let plan = FaultPlan(rules: [FaultRule("en.m3u8", .status(404)), FaultRule("de.m3u8", .status(404))])
        let (player, _) = try await play("hls-tracks/master.m3u8", plan)
        #expect(player.error?.uri?.hasSuffix("en.m3u8") == true && player.warningCount == 0)
    }

    @Test func `an unavailable subtitle playlist is one warning`() async throws {
        let plan = FaultPlan(rules: [FaultRule("english.m3u8", .status(404))])
        let (player, _) = try await play("hls-subtitles/master.m3u8", plan)
        #expect(player.endReason == .natural && player.error == nil && player.gaps.isEmpty)
        #expect(player.position >= .seconds(7))
        #expect(player.warningCount == 1)
        let words = try #require(player.lastWarning?.message)
        #expect(words.contains("/hls-subtitles/english.m3u8") && words.contains("404"))
    }

    @Test func `a live stream switches to another variant when a playlist becomes unavailable`() async throws
    {
        let list = "#EXTM3U\n" + Self.variant("a.m3u8", 200_000) + Self.variant("b.m3u8", 140_000)
        let live = LiveStream(
            from: "hls-ts/low.m3u8", window: .segments(4), startsWith: 4, segmentCount: 7)
        let plan = FaultPlan(
            rules: [
                FaultRule("a.m3u8", requests: 1, .redirect(to: "/tv.m3u8")),
                FaultRule("b.m3u8", .redirect(to: "/tv.m3u8")),
                FaultRule("a.m3u8", requests: .requests(from: 2), .status(404)),
            ], streams: ["tv.m3u8": live], documents: ["list.m3u8": list])
        let (player, log) = try await play("list.m3u8", plan, .silent)
        #expect(
            player.error == nil && player.endReason == .natural, "\(String(describing: player.error))")
        #expect(player.warningCount == 1 && player.lastWarning?.message.contains("/a.m3u8") == true)
        #expect(player.variant?.index == 1)
        #expect(log.requests(for: "tv-6.ts").count == 1)
    }

    /// In a process of its own, whose other players do not count for the clock's patience with three silences.
    @Test(.inTurn, arguments: [false, true])
    func `another variant replaces one whose segments are unavailable, with one warning`(
        isSilent: Bool
    ) async throws {
        await #expect(processExitsWith: .success) { [isSilent] in
            let fault: Fault = isSilent ? .stall(at: .bytes(0)) : .status(404)
            var parts = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n"
            for number in 0..<4 { parts += "#EXTINF:2,\na-\(number).ts\n" }
            let list =
                "#EXTM3U\n" + Self.variant("a.m3u8", 180_000) + Self.variant("hls-ts/low.m3u8", 180_000)
            let plan = FaultPlan(
                rules: [
                    FaultRule("a-0.ts", .redirect(to: "/hls-ts/low-0.ts")), FaultRule("a-1.ts", fault),
                    FaultRule("a-2.ts", fault), FaultRule("a-3.ts", fault),
                ], documents: ["list.m3u8": list, "a.m3u8": parts + "#EXT-X-ENDLIST\n"])
            let (player, log) = try await Self().play("list.m3u8", plan)
            #expect(player.endReason == .natural && player.error == nil && player.gaps.isEmpty)
            #expect(player.position >= .seconds(7) && player.warningCount == 1)
            #expect(player.lastWarning?.message.contains("/a-1.ts") == true)
            #expect(log.requests(for: "low.m3u8").count == 1 && log.requests(for: "low-3.ts").count == 1)
        }
    }

    @Test func `a variant on another host is requested at once when a host is silent`() async throws {
        let clock = VirtualClock()
        let silent = try await MediaServer(
            folder: Samples.directory.path, plan: FaultPlan(rules: [FaultRule("**", .stall(at: .bytes(0)))]),
            clock: clock)
        let list =
            "#EXTM3U\n"
            + Self.variant(
                silent.address(of: "hls-ts/low.m3u8").replacing("127.0.0.1", with: "localhost"), 180_000)
            + Self.variant("hls-ts/low.m3u8", 180_000)
        let (player, log) = try await play(
            "list.m3u8", FaultPlan(documents: ["list.m3u8": list]), on: clock)
        #expect(
            player.endReason == .natural && player.gaps.isEmpty && player.warningCount == 1,
            "\(String(describing: player.endReason)), \(String(describing: player.error)), \(player.gaps)")
        #expect(
            silent.log.requests.count == 1 && log.requests(for: "low.m3u8").count == 1,
            "\(silent.log.requests), \(log.requests)")
        await silent.close()
    }

    @Test func `a live variant is played again at its position when its silent host answers`()
        async throws
    {
        let folder = Samples.directory.path
        let live = LiveStream(from: "hls-ts/low.m3u8", window: .segments(8), startsWith: 8, segmentCount: 16)
        let silent = try await MediaServer(
            folder: folder,
            plan: FaultPlan(
                rules: [FaultRule("tv.m3u8", requests: .requests(1...2), .stall(at: .bytes(0)))],
                streams: ["tv.m3u8": live]))
        let list =
            "#EXTM3U\n"
            + Self.variant(
                silent.address(of: "tv.m3u8").replacing("127.0.0.1", with: "localhost"), 200_000)
            + Self.variant("tv.m3u8", 140_000)
        let plan = FaultPlan(streams: ["tv.m3u8": live], documents: ["list.m3u8": list])
        var configuration = PlayerConfiguration.silent
        // The other host must not seem to be silent as well, however busy the machine is.
        configuration.networkRecovery.idleTimeout = .seconds(5)
        let (player, log) = try await play("list.m3u8", plan, configuration)
        #expect(player.error == nil && player.endReason == .natural && player.gaps.isEmpty, "\(player)")
        #expect(player.warningCount == 1 && player.lastWarning?.message.contains("localhost") == true)
        #expect(player.variant?.index == 0)
        #expect(silent.log.requests.contains { $0.path.hasSuffix(".ts") })
        #expect(log.requests.contains { $0.path.hasSuffix(".ts") })
        await silent.close()
    }

    private func play(
        _ path: String, _ plan: FaultPlan, _ configuration: PlayerConfiguration? = nil,
        on clock: VirtualClock = VirtualClock()
    ) async throws -> (PlayerSnapshot, RequestLog) {
        var onVirtualClock = PlayerConfiguration.silent
        onVirtualClock.clock = .virtual(clock)
        // What is live is asked for again in real time.
        let folder = Samples.directory.path
        let server =
            configuration == nil
            ? try await MediaServer(folder: folder, plan: plan, clock: clock)
            : try await MediaServer(folder: folder, plan: plan)
        let snapshot = try await MediaItem(uri: server.address(of: path)).plays(
            with: configuration ?? onVirtualClock)
        await server.close()
        return (snapshot, server.log)
    }
}
