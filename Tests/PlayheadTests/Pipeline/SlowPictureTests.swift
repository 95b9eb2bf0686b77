import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Synchronization
import Testing

@testable import TestBasics
@testable import TestSupport

/// HLS with few pictures a second, of which decoders hold back seconds: what has come need not be enough to go on.
@Suite(.timeLimit(.minutes(2)))
struct SlowPictureTests {
    /// So many pictures a second that a decoder with a thread for each core holds back two seconds of them.
    private static let rate: FrameRate = {
        let threads = min(ProcessInfo.processInfo.activeProcessorCount, 16)
        return FrameRate(max(2, (threads + 2) / 2))
    }()

    /// Plays a segment of twelve seconds of which nothing more comes from a place on, for a while on the server's clock or for good.
    private func withPlayer(
        rate: FrameRate, silence: Duration?, isVirtual: Bool = false,
        _ body: (Player, VirtualClock) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let source = folder.url.appending(path: "slow.mp4").path
        let video = TestPattern.Video(.h264, rate: rate, keyframeInterval: 2)
        try await TestPattern(.mp4, length: .seconds(12), video: video).write(to: source)
        try Remuxer.run(source, to: folder.url, isFile: true)
        let list = "#EXTM3U\n#EXT-X-TARGETDURATION:12\n#EXTINF:12,\nfile.ts\n#EXT-X-ENDLIST\n"
        let plan = FaultPlan(
            rules: [FaultRule("file.ts", .stall(at: .share(0.5), for: silence))],
            documents: ["slow.m3u8": list])
        let clock = VirtualClock()
        if !isVirtual { clock.hold() }
        let server = try await MediaServer(folder: folder.url.path, plan: plan, clock: clock)
        var configuration = isVirtual ? PlayerConfiguration.virtual(clock) : .silent
        // What comes again may come late among other tests.
        configuration.stallTimeout = .seconds(silence == nil ? 3 : 30)
        // Who is silent is not given up before that.
        configuration.networkRecovery.idleTimeout = .seconds(40)
        let player = Player(configuration: configuration)
        player.load(MediaItem(uri: server.address(of: "slow.m3u8")), autoplay: true)
        let story = player.recordEvents()
        do { try await body(player, clock) } catch { Issue.record("\(error), after \(story.events)") }
        await player.close()
        await server.close()
    }

    @Test(arguments: [false, true])
    func `1.1: video frames without a duration are played`(_ isVirtual: Bool) async throws {
        try await withPlayer(rate: Self.rate, silence: .zero, isVirtual: isVirtual) { player, _ in
            try await player.waitForEnd(within: .seconds(60))
            #expect(player.error == nil && player.snapshot.gaps.isEmpty, "\(player.snapshot)")
            // In real time a busy machine may have decoders come late.
            #expect(!isVirtual || player.metrics?.stallCount == 0)
        }
    }

    /// A state, and where it began.
    private struct Step {
        var state: PlaybackState
        var place: Duration
    }

    @Test func `1.1: stalled playback buffers until it resumes`() async throws {
        try await withPlayer(rate: Self.rate, silence: nil) { player, _ in
            let steps = Mutex<[Step]>([])
            let token = player.chronicle(positions: false) { events, snapshot in
                for case .stateChanged(let change) in events {
                    steps.withLock { $0.append(Step(state: change.to, place: snapshot.position)) }
                }
            }
            let story = player.recordEvents()
            _ = try? await player.waitForEnd()
            #expect(story.events.contains(.stalled) && player.error?.code == .timedOut, "\(story.events)")
            // On a busy machine decoders may be late as well: what they give goes on.
            let told = steps.withLock { $0 }
            let standing = zip(told, told.dropFirst()).filter { step, next in
                step.state.isPlaying && step.place == next.place
            }
            #expect(standing.isEmpty, "it was said to go on where it stood: \(told)")
            token.cancel()
        }
    }

    @Test(arguments: [1, 2])
    func `1.1: playback at a low frame rate does not buffer`(factor: Int) async throws {
        let rate = FrameRate(Self.rate.frames * factor)
        try await withPlayer(rate: rate, silence: .seconds(1)) { player, clock in
            try await player.wait { $0.buffering?.reason == .stalled }
            await clock.advance(by: .seconds(1))
            try await player.wait { $0.state == .playing(buffering: false) }
            try await player.waitForEnd()
            #expect(player.error == nil && player.metrics?.stalls.allSatisfy(\.hasEnded) == true)
        }
    }
}
