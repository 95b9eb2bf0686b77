import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import PlayheadCore
@testable import PlayheadStreaming
@testable import TestBasics
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct DataURITests {
    @Test(
        arguments: [
            ("data:text/plain;base64,AAEC/w==", [0, 1, 2, 255]), ("DATA:;BASE64,AAEC%2Fw==", [0, 1, 2, 255]),
            ("data:,a%20b", Array("a b".utf8)), ("data:text/plain,", []),
        ] as [(String, [UInt8])])
    func `a data URI is decoded to its bytes`(uri: String, bytes: [UInt8]) {
        #expect(DataURI.bytes(of: uri) == bytes)
    }

    @Test(arguments: ["data:", "data:;base64,%%%", "http://h/data:,a", "data:;base64,A"])
    func `a malformed data URI has no bytes`(uri: String) {
        #expect(DataURI.bytes(of: uri) == nil)
    }

    @Test func `a key in a data URI decrypts a segment without a request`() async throws {
        let key = try Data(Repository.bytes("media/hls-kinds/encrypted.key")).base64EncodedString()
        let playlist = String(decoding: try Repository.bytes("media/hls-kinds/encrypted.m3u8"), as: UTF8.self)
        let document = playlist.replacing("encrypted.key", with: "data:text/plain;base64,\(key)")
        let clock = VirtualClock()
        let plan = FaultPlan(documents: ["inline.m3u8": document])
        let server = try await MediaServer(
            folder: Samples.directory.appending(path: "hls-kinds").path, plan: plan, clock: clock)
        let player = Player(configuration: .virtual(clock))
        player.load(MediaItem(uri: server.address(of: "inline.m3u8")), autoplay: true)
        #expect(try await player.waitForEnd() == .natural)
        #expect(player.snapshot.gaps.isEmpty && player.snapshot.played > .seconds(7))
        #expect(server.log.requests.allSatisfy { !$0.path.contains("key") })
        await player.close()
        await server.close()
    }
}
