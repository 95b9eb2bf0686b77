import GStreamer
import Glibc
import Playhead
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

@testable import PlayheadExpectations
@testable import TestBasics

/// What is left of GStreamer's objects after a test.
@Suite(.timeLimit(.minutes(5)))
struct LeakTests {
    private static let kept = Mutex<[Element]>([])
    private static let players = Mutex<[Player]>([])

    @Test(
        .playback(.virtual), .noLeaks,
        arguments: ["av-h264-aac.mp4", "subtitles.mkv", "hls-ts/low.m3u8", "no-decoder.mp4"])
    func `the leak trait finds nothing after ordinary playback`(file: String) async throws {
        let player = try Player.current
        player.load(MediaItem(path: Repository.media + "/" + file), autoplay: true)
        do {
            try await player.waitForEnd(within: .seconds(60))
        } catch is PlayerError {
            // What cannot be played leaves nothing behind either.
        }
    }

    @Test func `the leak trait names a retained element and its pad`() async throws {
        try await expectLeaks("1 GstFakeSink, 1 GstPad", "GstFakeSink at 0x") {
            try #require(Runtime.startFault == nil)
            let element = try #require(Element.make("fakesink"))
            Self.kept.withLock { $0.append(element) }
        }
    }

    @Test func `the leak trait names the pipeline of a player that is never closed`() async throws {
        try await expectLeaks("GstPipeline", "GstTestClock") {
            var configuration = PlayerConfiguration()
            configuration.video = .none
            configuration.audio = .none
            configuration.clock = .virtual(VirtualClock())
            let player = Player(configuration: configuration)
            player.load(MediaItem(path: Repository.media + "/av-h264-aac.mp4"))
            try await player.waitUntil(.ready)
            Self.players.withLock { $0.append(player) }
        }
    }

    @Test func `the leak trait reports a test that exits under the tracer`() async throws {
        try await expect({ ($0.error as? LeakSearch.Fault)?.description.contains("exit status 3") == true }) {
            if Self.isLookingForLeaks { exit(3) }
        }
    }

    private func expectLeaks(
        _ words: String..., body: @escaping @Sendable () async throws -> Void
    ) async throws {
        try await expect(
            { issue in
                issue.comments.contains { comment in words.allSatisfy { comment.rawValue.contains($0) } }
            }, body)
    }

    /// This test stands for one that has the trait. In the process that looks for leaks, it has.
    private func expect(
        _ isMeant: @escaping @Sendable (Issue) -> Bool, _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        let test = try #require(Test.current)
        try await withKnownIssue(isIntermittent: Self.isLookingForLeaks) {
            try await LeakTrait.noLeaks.provideScope(for: test, testCase: nil, performing: body)
        } matching: {
            isMeant($0)
        }
    }

    private static var isLookingForLeaks: Bool { LeakReport.wanted != nil }
}
