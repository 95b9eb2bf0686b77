import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// What a process still holds of players that are closed (contract 2.7), looked at in a process of its own.
@Suite(.timeLimit(.minutes(2)))
struct LeftoverTests {
    @Test(.inTurn) func `2.7: a closed player leaves no file, no socket and no thread`() async {
        await #expect(processExitsWith: .success) {
            // What GStreamer and the runtime keep for the process, for whoever comes next.
            try await LeftoverTests.playsAndCloses()
            let threads = ProcessTable.threads.count
            let files = ProcessTable.files
            for _ in 0..<10 { try await LeftoverTests.playsAndCloses() }
            let left = ProcessTable.files.subtracting(files)
            #expect(left.isEmpty, "\(left)")
            // GLib's pool lets its idle threads go a little later.
            try await waitUntil { ProcessTable.threads.count <= threads }
        }
    }

    @Test(.inTurn) func `2.7: a closed player leaves no connection`() async {
        await #expect(processExitsWith: .success) {
            let plan = FaultPlan(rules: [FaultRule("**", .stall(at: 20_000))])
            let server = try await MediaServer(folder: Samples.directory.path, plan: plan)
            // What the library keeps for the process, for whoever comes next.
            try await LeftoverTests.opensAndCloses(server)
            let files = ProcessTable.files
            for _ in 0..<3 { try await LeftoverTests.opensAndCloses(server) }
            // The server notices a little later.
            try await waitUntil { ProcessTable.files.subtracting(files).isEmpty }
            await server.close()
        }
    }

    @Test(.inTurn) func `2.7: HLS that is closed in the middle of a segment leaves no connection`() async {
        await #expect(processExitsWith: .success) {
            let plan = FaultPlan(rules: [FaultRule("low-1.ts", .rate(.bytesPerSecond(2000)))])
            let server = try await MediaServer(folder: Samples.directory.path, plan: plan)
            // What the library keeps for the process, for whoever comes next.
            try await LeftoverTests.opensAndClosesHLS(server)
            let files = ProcessTable.files
            for _ in 0..<5 { try await LeftoverTests.opensAndClosesHLS(server) }
            // The server notices a little later.
            try await waitUntil { ProcessTable.files.subtracting(files).isEmpty }
            await server.close()
        }
    }

    @Test(.inTurn) func `2.7: a pipeline that kill abandoned leaves nothing after its teardown`() async {
        await #expect(processExitsWith: .success) {
            try await LeftoverTests.playsAndCloses()
            let threads = ProcessTable.threads.count
            let files = ProcessTable.files
            let hanging = try await HangingPlayer(.playback)
            #expect(await hanging.player.close(kill: true) == 1)
            #expect(!ProcessTable.files.subtracting(files).isEmpty)
            hanging.release()
            try await waitUntil { Player.abandonedPipelines == 0 }
            let left = ProcessTable.files.subtracting(files)
            #expect(left.isEmpty, "\(left)")
            try await waitUntil { ProcessTable.threads.count <= threads }
        }
    }

    /// Closes a player that waits for the second half of a file.
    private static func opensAndCloses(_ server: MediaServer) async throws {
        let player = Player(configuration: .silent)
        player.load(MediaItem(uri: server.address(of: "av-h264-aac.mp4")))
        try await player.waitUntil(.ready)
        #expect(await player.close() == 0)
    }

    /// Closes a player while a segment comes slowly.
    private static func opensAndClosesHLS(_ server: MediaServer) async throws {
        let player = Player(configuration: .silent)
        let asked = server.log.requests(for: "low-1.ts").count
        player.load(MediaItem(uri: server.address(of: "hls-ts/low.m3u8")))
        try await player.waitUntil(.ready)
        try await waitUntil { server.log.requests(for: "low-1.ts").count != asked }
        #expect(await player.close() == 0)
    }

    private static func playsAndCloses() async throws {
        let player = Player(configuration: .silent)
        player.load(try Samples.named("video-only").item, autoplay: true)
        try await player.waitUntil(position: .milliseconds(100))
        #expect(await player.close() == 0)
    }
}
