import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Synchronization
import Testing

@testable import PlayheadCore
@testable import PlayheadNetwork
@testable import TestBasics
@testable import TestSupport

/// How much may be fetched.
@Suite(.timeLimit(.minutes(2)))
struct ByteLimitTests {
    @Test(arguments: ["av-h264-aac.mp4", "hls-ts/low.m3u8", "tone.wav"])
    func `an item is fetched up to its byte limit`(path: String) async throws {
        let server = try await MediaServer(folder: Samples.directory.path)
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        configuration.networkPolicy.maximumBytes = 40_000
        let player = try await server.plays(path, with: configuration)
        #expect(player.error?.code == .blockedByPolicy, "\(player)")
        #expect(player.error?.message == "More than 40000 bytes are not to be fetched")
        // A film of which a part could be played is played so far (contract 4.7).
        #expect(player.endReason == .error || player.endReason == .truncated)
    }

    @Test func `a byte limit beyond the size of an item has no effect`() async throws {
        let server = try await MediaServer(folder: Samples.directory.path)
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        configuration.networkPolicy.maximumBytes = 50_000_000
        let player = try await server.plays("hls-ts/low.m3u8", with: configuration)
        #expect(player.endReason == .natural && player.error == nil)
    }

    @Test func `bytes beyond the limit are neither passed on nor requested`() async throws {
        let server = try await MediaServer(folder: Samples.directory.path)
        let uri = server.address(of: "tone.wav")
        var order = LoadOrder(uri: uri)
        order.policy.maximumBytes = 40_000
        let fetcher = try Fetcher(order, home: try #require(HTTPURL(uri)))
        let passed = Mutex(0)
        let taker = ResponseTaker { _ in
            true
        } body: { bytes in
            passed.withLock { $0 += bytes.count }
        }
        for _ in 1...2 {
            await #expect {
                _ = try await fetcher.fetch(uri, from: nil, for: taker, work: Work(fetcher.order.time))
            } throws: {
                ($0 as? FetchFault)?.kind == .refused
            }
        }
        #expect(passed.withLock(\.self) <= 40_000 && server.log.requests.count == 1)
        fetcher.close()
        await server.close()
    }
}
