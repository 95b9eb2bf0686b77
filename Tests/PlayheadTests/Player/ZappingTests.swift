import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// Players that are closed while they open, one after the other.
@Suite(.timeLimit(.minutes(5)))
struct ZappingTests {
    /// How many each of them opens: `PLAYHEAD_ZAPS` tells another number, for a busy machine.
    static let zaps = ProcessInfo.processInfo.environment["PLAYHEAD_ZAPS"].flatMap { Int($0) } ?? 4

    @Test(.inTurn, .serialized, arguments: ["av-h264-aac.mp4", "hls-ts/master.m3u8"])
    func `2.7: closing players while they open causes no crash`(path: String) async throws {
        await #expect(processExitsWith: .success) { [path] in
            let latency = FaultRule("**", .latency(.milliseconds(15)))
            let server = try await MediaServer(
                folder: Samples.directory.path, plan: FaultPlan(rules: [latency]))
            let item = MediaItem(uri: server.address(of: path))
            try await withThrowingTaskGroup { group in
                for lane in 0..<3 {
                    group.addTask {
                        for zap in 0..<Self.zaps {
                            let player = Player(configuration: .silent)
                            player.load(item)
                            try await Task.sleep(for: .milliseconds(5 + (lane * 41 + zap * 29) % 116))
                            await player.close()
                            #expect(player.status == .closed)
                        }
                    }
                }
                try await group.waitForAll()
            }
            await server.close()
        }
    }
}
