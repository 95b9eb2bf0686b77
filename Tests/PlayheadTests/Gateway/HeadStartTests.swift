import Foundation
import NIOCore
import NIOPosix
import PlayheadServer
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

@testable import Playhead

/// What is asked for before the pipeline asks.
@Suite(.timeLimit(.minutes(2)))
struct `What a stream begins with` {
    private func gateway(
        _ uri: String, time: any PlayerTime = SystemTime(), _ change: (inout Gateway.Order) -> Void = { _ in }
    ) -> Gateway {
        var order = Gateway.Order(uri: uri)
        order.isPlaylist = true
        order.fetchesAhead = true
        order.time = time
        change(&order)
        return Gateway(order) { _ in }
    }

    @Test(arguments: [
        ("hls-ts/master.m3u8", ["hls-ts/low.m3u8", "hls-ts/low-0.ts"]),
        ("hls-ts/low.m3u8", ["hls-ts/low-0.ts"]),
        ("hls-fmp4/main.m3u8", ["hls-fmp4/main-0.m4s"]),
    ])
    func `is asked for while nobody has asked yet`(_ path: String, _ parts: [String]) async throws {
        let server = try await MediaServer(folder: Samples.directory.path)
        let gateway = gateway(server.address(of: path))
        _ = try gateway.open()
        for part in [path] + parts { try await server.log.waitsForAnswer(to: PathPattern(part)) }
        gateway.close()
        await server.close()
    }

    @Test(arguments: [
        "hls-ts/master.m3u8", "hls-ts/low.m3u8", "hls-fmp4/master.m3u8", "hls-tracks/master.m3u8",
        "hls-kinds/ranges.m3u8", "hls-kinds/encrypted.m3u8",
    ])
    func `is fetched once`(_ path: String) async throws {
        let server = try await MediaServer(folder: Samples.directory.path)
        let player = try await server.plays(path, with: .virtual(VirtualClock()))
        #expect(player.endReason == .natural && player.holes.isEmpty && player.error == nil)
        let asked = server.log.requests.map { "\($0.path) \($0.range ?? "")" }
        #expect(Set(asked).count == asked.count, "\(asked)")
        await server.close()
    }

    @Test func `is given up when nobody asks, and when the gateway is closed`() async throws {
        for isClosed in [true, false] {
            let plan = FaultPlan(rules: [FaultRule("low-0.ts", .stall(at: .bytes(1000)))])
            let server = try await MediaServer(folder: Samples.directory.path, plan: plan)
            let time = ManualTime()
            let gateway = gateway(server.address(of: "hls-ts/low.m3u8"), time: time)
            _ = try gateway.open()
            try await server.log.waits(for: "low-0.ts")
            if isClosed { gateway.close() } else { time.advance(by: HeadStarts.patience) }
            let record = try await server.log.waitsForAnswer(to: "low-0.ts")
            #expect(record.end == .clientLeft)
            gateway.close()
            await server.close()
        }
    }

    /// A virtual clock may go on while a busy machine has not let the pipeline be made yet.
    @Test func `waits for the pipeline however much virtual time passes`() async throws {
        let server = try await MediaServer(folder: Samples.directory.path)
        let clock = VirtualClock()
        clock.hold()
        let gateway = gateway(server.address(of: "hls-ts/low.m3u8"), time: VirtualTime(clock: clock))
        _ = try gateway.open()
        try await server.log.waitsForAnswer(to: "low-0.ts")
        await clock.advance(by: HeadStarts.patience * 2)
        #expect(try await gateway.readPlaylist().contains("low-0.ts"))
        #expect(server.log.requests(for: "low.m3u8").count == 1)
        gateway.close()
        await server.close()
    }

    @Test func `is no older than half of what a live stream takes to change`() async throws {
        let playlist =
            "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nhls-ts/low-0.ts\n#EXTINF:2,\nhls-ts/low-1.ts\n"
        for (pause, isKept) in [(Duration.milliseconds(900), true), (.milliseconds(1100), false)] {
            let server = try await MediaServer(
                folder: Samples.directory.path, plan: FaultPlan(documents: ["live.m3u8": playlist]))
            let uri = server.address(of: "live.m3u8")
            let time = ManualTime()
            var order = Gateway.Order(uri: uri)
            (order.fetchesAhead, order.time) = (true, time)
            let home = try #require(WebAddress(uri))
            let fetcher = try Fetcher(order, home: home, on: MultiThreadedEventLoopGroup.singleton.next())
            let starts = HeadStarts(with: fetcher)
            starts.begin()
            // It was read by then.
            try await server.log.waits(for: "low-0.ts")
            time.advance(by: pause)
            let question = HeadStart.Question(uri: uri, isPlaylist: true)
            #expect((starts.take(question) != nil) == isKept)
            #expect(starts.take(question) == nil)
            starts.cancel()
            fetcher.close()
            await server.close()
        }
    }

    @Test func `is held to the policy`() async throws {
        let server = try await MediaServer(folder: Samples.directory.path)
        var configuration = PlayerConfiguration.silent
        let documents = [
            "film.m3u8":
                "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n\(server.address(of: "hls-ts/low.m3u8").replacing("127.0.0.1", with: "localhost"))\n"
        ]
        let other = try await MediaServer(
            folder: Samples.directory.path, plan: FaultPlan(documents: documents))
        configuration.networkPolicy.hosts = ["127.0.0.1"]
        let player = try await other.plays("film.m3u8", with: configuration)
        #expect(player.error?.code == .forbidden)
        #expect(server.log.requests.isEmpty && other.log.requests.count == 1)
        await other.close()
        await server.close()
    }

    @Test func `is let come only so far while nobody takes it`() async throws {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let stock = AnswerStock(limit: 100, isCollected: true, on: loop)
        let piece = ByteBuffer(repeating: 1, count: 60)
        try await stock.put(piece).get()
        #expect(stock.collected == [piece])
        let second = stock.put(piece)
        let isOn = Mutex(false)
        second.whenSuccess { isOn.withLock { $0 = true } }
        try await loop.submit {}.get()
        #expect(isOn.withLock { !$0 } && stock.collected == nil)
        stock.take(piece)
        try await second.get()
        // What nobody takes any more holds nobody up.
        let third = stock.put(piece)
        stock.clear()
        try await third.get()
    }
}
