import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Synchronization
import Testing

@testable import AdaptiveStreaming
@testable import GStreamer
@testable import PlayheadCore
@testable import PlayheadPipeline
@testable import TestBasics
@testable import TestSupport

/// A source that breaks while the outputs hold nothing.
@Suite(.timeLimit(.minutes(1)))
struct DryFaultTests {
    @Test func `4.7: playback without buffered media ends when its source breaks`() async throws {
        let (player, server) = try await Self.play()
        try await player.wait(for: "outputs that hold nothing") {
            $0.state == .playing(buffering: true) && $0.position > .seconds(1)
        }
        _ = try await player.pipeline.seen { $0.pipeline?.isSettled == false ? true : nil }
        await server.close()
        #expect(try await player.waitForEnd(within: .seconds(30)) == .truncated)
        #expect(player.error?.code == .connectionLost && player.position > .seconds(2))
        await player.close()
    }

    /// It is given up while all that has come is still to be played. Somebody is at work until the clock has run so far past the end that was
    /// promised that no more data is waited for: so that is seen before anybody finds that playback stands still.
    @Test(.inTurn) func `4.7: an early break of the source is the error of the later end`() async {
        await #expect(processExitsWith: .success) {
            // Whatever hangs, this process does not.
            alarm(40)
            let (player, server) = try await Self.play(.cut(at: .share(0.6)))
            let isOver = Atomic(false)
            DecoderThread.detach { while !isOver.load(ordering: .relaxed) {} }
            try await player.waitUntil(.started)
            try await Task.sleep(for: .milliseconds(7150))
            isOver.store(true, ordering: .relaxed)
            #expect(try await player.waitForEnd(within: .seconds(30)) == .truncated)
            #expect(player.error?.code == .connectionLost && player.position > .seconds(2))
            await player.close()
            await server.close()
        }
    }

    @Test func `4.7: a break of the source after the end position is no error`() async throws {
        let (player, server) = try await Self.play(.cut(at: .share(0.6)), to: .milliseconds(1500))
        let reason = try await player.waitForEnd()
        #expect(
            reason == .natural && player.error == nil,
            "\(reason) \(String(describing: player.error)) \(player.snapshot.position) \(player.snapshot.gaps)"
        )
        #expect(player.position == .milliseconds(1500))
        await player.close()
        await server.close()
    }

    @Test func `4.8: two buffer levels before the pipeline pauses leave the state buffering`() async throws {
        let (player, server) = try await Self.play()
        try await player.wait(for: "the last that comes") { $0.position > .seconds(1.5) }
        _ = try await player.pipeline.seen { pipeline in
            // Nothing of what the player asks comes through before this is over. Until then all is played, however late a busy machine
            // decodes that, and nothing has come for long.
            var position: Duration?
            repeat {
                position = pipeline.position
                pipeline.reviewLevel()
                usleep(1_000_000)
            } while pipeline.position != position
                || pipeline.pipeline?.isPlaying == true && position ?? .zero < .milliseconds(2100)
            pipeline.reviewLevel(at: .seconds(3))
            pipeline.reviewLevel()
            return pipeline.buffer.hasRunLow
        }
        _ = await player.refreshed()
        #expect(player.state == .playing(buffering: true))
        #expect(try await player.pipeline.seen { $0.pipeline?.isPlaying } == false)
        await server.close()
        await player.close()
    }

    /// A film of which a server sends three fifths, without more attempts.
    private static func play(
        _ fault: Fault = .stall(at: .share(0.6)), to end: Duration? = nil
    ) async throws -> (Player, MediaServer) {
        let plan = FaultPlan(rules: [FaultRule("*.mp4", fault, .ignoresRanges)])
        let server = try await MediaServer(folder: Samples.directory.path, plan: plan)
        var configuration = PlayerConfiguration.silent
        configuration.networkRecovery.retries = 0
        // It is closed before it is given up for its silence, however late that is on a busy machine.
        configuration.networkRecovery.idleTimeout = .seconds(60)
        // All that has come is played before more is waited for.
        configuration.buffer.lowWaterMark = .zero
        let player = Player(configuration: configuration)
        var item = MediaItem(uri: server.address(of: "av-h264-aac.mp4"))
        item.endPosition = end
        player.load(item, autoplay: true)
        return (player, server)
    }
}
