import Foundation
import Playhead
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

@testable import PlayheadExpectations
@testable import TestBasics

/// A player for each test.
@Suite(.timeLimit(.minutes(1)))
struct PlaybackTraitTests {
    private static let film = MediaItem(path: Repository.media + "/av-h264-aac.mp4")

    @Test(.playback(.virtual))
    func `the playback trait plays real media in virtual time, exactly to each wait`()
        async throws
    {
        let player = try Player.current
        let clock = try #require(player.configuration.clock.virtualClock)
        let story = player.recordEvents()
        player.load(Self.film, autoplay: true)
        try await player.waitUntil(position: .seconds(1))
        #expect(player.position == .seconds(1) && clock.now.offset == .seconds(1))
        player.pause()
        player.play()
        #expect(try await player.waitForEnd() == .natural)
        story.expect(
            inOrder: .ready, .playing, .state(.paused(buffering: false)), .playing, .finished(.natural))
        story.expect(never: .stall)
    }

    @Test(.playback(.virtual), arguments: 1...3) func `the playback trait gives the same trace every time`(
        run: Int
    ) async throws {
        let player = try Player.current
        let story = player.recordEvents(positions: true)
        player.load(Self.film, autoplay: true)
        try await player.waitForEnd()
        story.expectTrace(matches: "film")
    }

    @Test(.playback(.system) { $0.positionInterval = .milliseconds(20) })
    func `the playback trait plays in real time with the given configuration`() async throws {
        let player = try Player.current
        #expect(player.configuration.positionInterval == .milliseconds(20))
        #expect(player.configuration.clock.virtualClock == nil)
        player.load(Self.film)
        try await player.waitUntil(.ready)
    }

    @Test(.playback(fake: FakeScript { $0.stalls = [.init(at: .seconds(3))] }))
    func `the playback trait plays a fake script`() async throws {
        let fake = try FakePlayer.current
        #expect(fake.player === (try Player.current))
        let story = fake.player.recordEvents()
        fake.player.load(MediaItem(uri: "fake://film"), autoplay: true)
        #expect(try await story.next(.stall).clockTime == .seconds(3))
        fake.media.starve(false)
        #expect(try await fake.player.waitForEnd() == .natural)
    }

    @Test func `Player.current without the playback trait is an error`() {
        #expect(throws: NoPlayer.self) { try Player.current }
        let error = #expect(throws: NoPlayer.self) { try FakePlayer.current }
        #expect(error?.description.contains(".playback(fake:)") == true)
    }

    @Test func `the playback trait reports a player that is retained after its test`() async throws {
        let test = try #require(Test.current)
        let kept = Mutex<Player?>(nil)
        try await withKnownIssue {
            try await PlaybackTrait.playback(fake: FakeScript()).provideScope(for: test, testCase: nil) {
                let player = try Player.current
                kept.withLock { $0 = player }
            }
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("still held") }
        }
        let status = kept.withLock { $0?.status }
        #expect(status == .closed)
    }

    @Test func `the playback trait passes on the error of the test`() async throws {
        struct Wrong: Error {}
        let test = try #require(Test.current)
        await #expect(throws: Wrong.self) {
            try await PlaybackTrait.playback(fake: FakeScript()).provideScope(for: test, testCase: nil) {
                throw Wrong()
            }
        }
    }

    @Test(.playback(.virtual)) func `the pipeline graph is available while a medium is loaded`() async throws
    {
        let player = try Player.current
        #expect(await player.pipelineGraph() == nil)
        player.load(Self.film)
        try await player.waitUntil(.ready)
        let graph = try #require(await player.pipelineGraph())
        #expect(graph.hasPrefix("digraph pipeline") && graph.contains("qtdemux"))
        await player.close()
        #expect(await player.pipelineGraph() == nil)
    }

    @Test func `a video frame is encoded as PNG`() throws {
        let picture = PresentedVideoFrame(
            frame: VideoFrame(time: .zero, format: .gray8, width: 2, height: 2, bytes: [0, 85, 170, 255]))
        // What zlib and libpng make of it, without compression.
        let wanted =
            "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAAAAABX3VL4AAAAEUlEQVR4AQEGAPn/AABVAKr/A60B/0d3rmkAAAAASUVORK5CYII="
        #expect(Data(picture.png).base64EncodedString() == wanted)
        let empty = VideoFrame(time: .zero, format: .gray8, width: 0, height: 0, bytes: [])
        #expect(PresentedVideoFrame(frame: empty).png.isEmpty)
    }
}
