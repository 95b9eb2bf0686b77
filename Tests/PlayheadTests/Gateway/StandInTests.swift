import PlayheadServer
import Testing

@testable import Playhead

/// What hlsdemux2 is given while it is taken down.
@Suite(.timeLimit(.minutes(1)))
struct StandInTests {
    @Test func `2.7: a live playlist that is read again says nothing new`() async throws {
        let text =
            "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:100\n#EXTINF:2,\na.ts\n#EXTINF:2,\nb.ts\n"
        let server = try await MediaServer(plan: FaultPlan(documents: ["live.m3u8": text]))
        let gateway = Gateway(Gateway.Order(uri: server.address(of: "live.m3u8"))) { _ in }
        let before = try await gateway.readPlaylist()
        #expect(before.contains("MEDIA-SEQUENCE:100\n"))
        gateway.leave()
        gateway.standIn()
        #expect(try await gateway.readPlaylist() == before)
        gateway.close()
        await server.close()
    }
}
