import Playhead
import PlayheadTesting
import Synchronization
import Testing

@testable import TestBasics

/// A player that does what its script says, on a clock that is moved by hand.
@Suite(.timeLimit(.minutes(1)))
struct FakePlayerTests {
    private let item = MediaItem(uri: "fake://film")

    /// A player that is asked to play, and its story.
    private func playing(_ change: (inout FakeScript) -> Void) -> (FakePlayer, EventRecorder) {
        let fake = FakePlayer(FakeScript(change))
        let story = fake.player.recordEvents()
        fake.player.load(item, autoplay: true)
        return (fake, story)
    }

    /// The form that waits for nothing; asynchronous code cannot name it.
    private func seek(_ fake: FakePlayer, to position: Duration) { fake.player.seek(to: position) }

    @Test func `a fake player opens after the preroll time of its script`() async throws {
        let (fake, story) = playing { $0.preroll = .after(.seconds(2)) }
        fake.advance(by: .milliseconds(1999))
        #expect(fake.player.status == .opening)
        fake.advance(by: .milliseconds(2))
        #expect(fake.player.status == .started && fake.player.position == .milliseconds(1))
        try story.check(inOrder: .item, .ready, .playing)
        await fake.player.close()
    }

    @Test func `a fake player fails to open with the error of its script`() async throws {
        let (fake, story) = playing {
            $0.preroll = .after(.seconds(1))
            $0.openingError = PlayerError(.connectionRefused, "No")
        }
        fake.advance(by: .seconds(1))
        #expect(fake.player.status == .failed && fake.player.error?.code == .connectionRefused)
        try story.check(exactly: 1, .error(.connectionRefused))
        await fake.player.close()
    }

    @Test func `a fake player stalls once, at the position and for the time in its script`() async throws {
        let (fake, story) = playing { $0.stalls = [.init(at: .seconds(3), for: .seconds(1))] }
        fake.advance(by: .milliseconds(3500))
        #expect(fake.player.state == .playing(buffering: true) && fake.player.position == .seconds(3))
        fake.advance(by: .seconds(1))
        #expect(fake.player.state.isPlaying && fake.player.position == .milliseconds(3500))
        seek(fake, to: .seconds(2))
        fake.advance(by: .seconds(10))
        #expect(fake.player.status == .ended)
        try story.check(exactly: 1, .stall)
        await fake.player.close()
    }

    @Test func `a stall without a duration lasts until the test ends it`() async throws {
        let (fake, _) = playing { $0.stalls = [.init(at: .seconds(3))] }
        fake.advance(by: .seconds(20))
        #expect(fake.player.position == .seconds(3))
        fake.media.starve(false)
        fake.advance(by: .seconds(7))
        #expect(fake.player.status == .ended)
        await fake.player.close()
    }

    @Test func `a stall beyond the stall timeout is an error`() async throws {
        let (fake, story) = playing { $0.stalls = [.init(at: .seconds(3))] }
        fake.advance(by: .seconds(60))
        try story.check(inOrder: .stall, .error(.timedOut))
        await fake.player.close()
    }

    @Test func `a fake player shows its cues from start to end, also after a seek`() async throws {
        let (fake, story) = playing {
            $0.cues = [
                .init("One", from: .seconds(1), to: .seconds(2)),
                .init("Two", from: .milliseconds(3_010), to: .seconds(4)),
            ]
        }
        fake.advance(by: .seconds(5))
        seek(fake, to: .seconds(1.5))
        #expect(fake.player.snapshot.subtitle == "One")
        let told = story.trace.entries.compactMap { entry -> String? in
            guard case .subtitleChanged(let cue) = entry.event else { return nil }
            return "\(cue?.text ?? "-") at \(entry.mediaTime)"
        }
        #expect(
            told == [
                "One at 1.0 seconds", "- at 2.0 seconds", "Two at 3.01 seconds", "- at 4.0 seconds",
                "One at 1.5 seconds",
            ])
        await fake.player.close()
    }

    @Test func `a fake player fails at the position in its script`() async throws {
        let (fake, story) = playing { $0.fault = .init(PlayerError(.malformed, "Bad"), at: .seconds(4)) }
        fake.advance(by: .seconds(60))
        #expect(fake.player.position == .seconds(4) && fake.player.error?.code == .malformed)
        try story.check(inOrder: .playing, .error(.malformed), .finished(.error))
        await fake.player.close()
    }

    @Test func `a fake player that ends before its duration is truncated`() async throws {
        let (fake, story) = playing { $0.end = .seconds(6) }
        fake.advance(by: .seconds(60))
        try story.check(exactly: 1, .finished(.truncated))
        await fake.player.close()
    }

    @Test func `a fake player answers seeks after the time in its script`() async throws {
        let (fake, _) = playing { $0.seek = .after(.milliseconds(300)) }
        seek(fake, to: .seconds(5))
        #expect(fake.player.state.isBuffering && fake.player.position == .seconds(5))
        fake.advance(by: .milliseconds(200))
        seek(fake, to: .seconds(8))
        fake.advance(by: .milliseconds(100))
        #expect(fake.player.state.isBuffering)
        fake.advance(by: .milliseconds(300))
        #expect(!fake.player.state.isBuffering && fake.player.position == .seconds(8))
        await fake.player.close()
    }

    @Test func `a closed fake player leaves no scheduled work`() async throws {
        let (fake, _) = playing {
            $0.preroll = .after(.seconds(1_000_000))
            $0.teardown = .after(.seconds(1))
        }
        fake.player.load(item)
        let isClosed = Atomic(false)
        let closing = Task {
            await fake.player.close()
            isClosed.store(true, ordering: .sequentiallyConsistent)
        }
        try await waitUntil { fake.media.current?.isDiscarded == true }
        // Each of the two loads is taken down in its own time.
        try await waitUntil {
            fake.advance(by: .seconds(1))
            return isClosed.load(ordering: .sequentiallyConsistent)
        }
        await closing.value
        #expect(fake.media.time.scheduledCount == 0)
    }

    @Test func `a fake player on a virtual clock plays without advances by the test`() async throws {
        var configuration = PlayerConfiguration()
        let clock = VirtualClock()
        configuration.clock = .virtual(clock)
        let fake = FakePlayer(
            FakeScript { $0.stalls = [.init(at: .seconds(3), for: .seconds(5))] },
            configuration: configuration)
        fake.player.load(item, autoplay: true)
        #expect(try await fake.player.waitForEnd() == .natural)
        #expect(clock.now.offset >= .seconds(15))
        await fake.player.close()
    }
}
