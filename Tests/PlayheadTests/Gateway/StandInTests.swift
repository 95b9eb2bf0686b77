import NIOCore
import NIOPosix
import PlayheadServer
import Testing

@testable import Playhead

/// What hlsdemux2 is given while it is taken down.
@Suite(.timeLimit(.minutes(1)))
struct StandInTests {
    private func playlist(at address: String) async throws -> String {
        let home = try #require(WebAddress(address))
        let fetcher = try Fetcher(
            Gateway.Order(uri: address), home: home, on: MultiThreadedEventLoopGroup.singleton.next())
        defer { fetcher.close() }
        let (texts, told) = AsyncStream<String>.makeStream()
        let start = HeadStart(
            HeadStart.Question(uri: address, isPlaylist: true), at: home, with: fetcher, limit: 1 << 16
        ) { _, body in
            told.yield(body.map { String(buffer: $0) }.joined())
            told.finish()
        }
        defer { start.cancel() }
        for await text in texts { return text }
        throw FetchFault.broken(home)
    }

    @Test func `2.7: a live playlist that is read again says nothing new`() async throws {
        let text =
            "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:100\n#EXTINF:2,\na.ts\n#EXTINF:2,\nb.ts\n"
        let server = try await MediaServer(plan: FaultPlan(documents: ["live.m3u8": text]))
        let gateway = Gateway(Gateway.Order(uri: server.address(of: "live.m3u8"))) { _ in }
        let address = try gateway.open()
        let before = try await playlist(at: address)
        #expect(before.contains("MEDIA-SEQUENCE:100\n"))
        gateway.leave()
        gateway.standIn()
        #expect(try await playlist(at: address) == before)
        gateway.close()
        await server.close()
    }
}
