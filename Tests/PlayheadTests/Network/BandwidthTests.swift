import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// How fast media comes from a network, and what is told of it.
@Suite(.timeLimit(.minutes(2)))
struct BandwidthTests {
    static let film = "av-h264-aac.mp4"
    static let stream = "hls-ts/low.m3u8"

    /// What was told while something was played to its end, in bits per second.
    func told(_ player: Player, _ item: MediaItem) async throws -> [Double] {
        let log = EventLog()
        player.addObserver(log)
        player.load(item, autoplay: true)
        #expect(try await player.waitForEnd(within: .seconds(60)) == .natural)
        let last = player.bandwidth
        await player.close()
        let told = log.events.compactMap { event -> Double?? in
            if case .bandwidthChanged(let bandwidth) = event { .some(bandwidth) } else { nil }
        }
        // Where it was known, it is told when it is not any more.
        #expect(told.isEmpty || told.last == .some(nil))
        #expect(told.dropLast().last ?? nil == last)
        return told.compactMap(\.self)
    }

    func told(of path: String, _ rules: FaultRule...) async throws -> [Double] {
        let clock = VirtualClock()
        let plan = FaultPlan(rules: rules)
        let server = try await MediaServer(folder: Samples.directory.path, plan: plan, clock: clock)
        let told = try await told(
            Player(configuration: .virtual(clock)), MediaItem(uri: server.address(of: path)))
        await server.close()
        return told
    }

    /// In a process of its own: beside other virtual clocks on a busy machine, what a server delays may be due before what came before it was taken.
    @Test(
        .inTurn, .serialized,
        arguments: [film, stream, "hls-fmp4/master.m3u8", "hls-tracks/master.m3u8"],
        [10_000, 40_000])
    func `the bandwidth is the rate of the server, with an event for each change`(path: String, rate: Int)
        async throws
    {
        await #expect(processExitsWith: .success) { [path, rate] in
            let rule = FaultRule("**", .rate(.bytesPerSecond(rate)))
            let told = try await BandwidthTests().told(of: path, rule)
            // Sound and pictures come at once, each at that rate.
            let most = path == Self.film || path == Self.stream ? 1.0 : 2
            let bits = Double(rate) * 8
            #expect((1...6).contains(told.count), "\(told)")
            #expect(
                told.allSatisfy { $0 > bits * 0.85 && $0 < bits * most * 1.15 }, "\(told)")
        }
    }

    @Test(.inTurn) func `the bandwidth falls with the rate of the server`() async throws {
        await #expect(processExitsWith: .success) {
            let told = try await BandwidthTests().told(
                of: Self.stream, FaultRule("low-0.ts", .rate(.bytesPerSecond(100_000))),
                FaultRule("low-1.ts", .rate(.bytesPerSecond(100_000))),
                FaultRule("low-2.ts", .rate(.bytesPerSecond(10_000))),
                FaultRule("low-3.ts", .rate(.bytesPerSecond(10_000))))
            let first = try #require(told.first)
            let last = try #require(told.last)
            #expect(first > 680_000 && first < 920_000 && last < 200_000, "\(told)")
        }
    }

    @Test func `the bandwidth is unknown when transfers take no time`() async throws {
        #expect(try await told(of: Self.film).isEmpty)
        #expect(try await told(of: Self.stream).isEmpty)
        let late = FaultRule("**", .latency(.seconds(1)))
        #expect(try await told(of: Self.stream, late).isEmpty)
    }

    @Test(arguments: [film, stream]) func `the bandwidth is unknown for files`(path: String) async throws {
        let item = MediaItem(path: Samples.directory.appending(path: path).path)
        #expect(try await told(Player(configuration: .virtual(VirtualClock())), item).isEmpty)
    }
}
