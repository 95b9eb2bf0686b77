import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import GStreamer
@testable import PlayheadCore
@testable import PlayheadPipeline
@testable import TestBasics

/// HLS whose sound comes late to its output, as on a machine that has too much to do.
@Suite(.timeLimit(.minutes(1)))
struct LateSoundTests {
    @Test func `1.1: a pause without a video frame, for late audio, does not end playback`()
        async throws
    {
        let server = try await MediaServer(folder: Samples.directory.path)
        let player = Player(configuration: .silent)
        player.load(MediaItem(uri: server.address(of: "hls-ts/low.m3u8")))
        try await player.wait(for: "pictures and sound") {
            $0.status == .ready && $0.hasVideo && $0.hasAudio
        }
        let pipeline = try player.pipeline
        let gate = Gate()
        pipeline.branches.first { $0.kind == .audio }?.sink.pad("sink")?.watch { passage in
            if case .buffer = passage { gate.pass() }
        }
        player.play()
        await gate.waitForArrival()
        // Pictures come from what their decoder has been given until there are no more.
        try await player.wait { $0.state == .playing(buffering: true) }
        player.pause()
        // Paused, the output of pictures waits for one.
        _ = try await pipeline.seen { $0.pipeline?.isSettled == false ? true : nil }
        gate.open()
        player.play()
        try await player.waitUntil(position: .seconds(4))
        #expect(player.error == nil && player.snapshot.gaps.isEmpty)
        await player.close()
        await server.close()
    }
}
