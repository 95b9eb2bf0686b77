import Playhead
import PlayheadTesting
import Testing

/// What a player told, and what is expected of it.
@Suite(.timeLimit(.minutes(1)))
struct EventRecorderTests {
    private let item = MediaItem(uri: "fake://shelf/film")

    /// A film of ten seconds that was played to its end.
    private func playedFilm(_ change: (inout FakeScript) -> Void = { _ in }) async -> (
        FakePlayer, EventRecorder
    ) {
        let fake = FakePlayer(FakeScript(change))
        let story = fake.player.recordEvents()
        fake.player.load(item, autoplay: true)
        fake.advance(by: .seconds(20))
        return (fake, story)
    }

    @Test func `a recorder holds each event with its times`() async {
        let (fake, story) = await playedFilm()
        let lines = story.trace.text.split(separator: "\n").map(String.init)
        #expect(
            lines == [
                "#   clock          media          event",
                "   0.000           0.000        queue of 1 (load)",
                "   0.000           0.000        item film",
                "   0.000           0.000        status opening",
                "   0.000           0.000        state playingBuffering (command)",
                "   0.000           0.000        tracks video-1* audio-1*",
                "   0.000           0.000        duration 10 s",
                "   0.000           0.000        stream onDemand",
                "   0.000           0.000        seekable 0 s to 10 s",
                "   0.000           0.000        ready",
                "   0.000           0.000        status ready",
                "   0.000           0.000        state playing (prerolled)",
                "   0.000           0.000        status started",
                "  10.000          10.000        status draining",
                "  10.000          10.000        finished natural",
                "  10.000          10.000        status ended",
                "  10.000          10.000        state paused (ended)",
            ])
        #expect(fake.player.status == .ended)
        await fake.player.close()
    }

    @Test func `a recorder holds positions only on request`() async throws {
        let (fake, story) = await playedFilm()
        #expect(!story.events.contains { if case .positionChanged = $0 { true } else { false } })
        await fake.player.close()
        let other = FakePlayer()
        let full = other.player.recordEvents(positions: true)
        other.player.load(item, autoplay: true)
        other.advance(by: .seconds(1))
        try full.check(
            atLeast: 10, EventMatcher("position") { if case .positionChanged = $0 { true } else { false } })
        await other.player.close()
    }

    @Test func `a recorder checks the number of events`() async throws {
        let (fake, story) = await playedFilm()
        try story.check(exactly: 1, .finished)
        try story.check(atLeast: 1, .ready)
        try story.check(atMost: 1, .ready)
        try story.check(never: .stall)
        let failure = #expect(throws: RecorderFailure.self) {
            try story.check(exactly: 2, .finished(.natural))
        }
        let lines = (failure?.description ?? "").split(separator: "\n")
        #expect(lines.first == "Expected exactly 2 finished natural, found 1")
        #expect(lines.count == 18)
        #expect(lines.filter { $0.hasPrefix("> ") } == [">   10.000          10.000        finished natural"])
        #expect(throws: RecorderFailure.self) { try story.check(never: .ready) }
        #expect(throws: RecorderFailure.self) { try story.check(atLeast: 2, .ready) }
        #expect(throws: RecorderFailure.self) { try story.check(atMost: 0, .ready) }
        await fake.player.close()
    }

    @Test func `a recorder checks the order of events`() async throws {
        let (fake, story) = await playedFilm()
        try story.check(inOrder: .item, .ready, .playing, .finished)
        let failure = #expect(throws: RecorderFailure.self) {
            try story.check(inOrder: .playing, .ready, .finished)
        }
        #expect(
            failure?.message
                == "Expected in this order: state playing, ready, finished; but no ready came after state playing"
        )
        await fake.player.close()
    }

    @Test func `a recorder checks the events during a step of the test`() async throws {
        let fake = FakePlayer(FakeScript { $0.stalls = [.init(at: .seconds(3), for: .seconds(1))] })
        let story = fake.player.recordEvents()
        fake.player.load(item, autoplay: true)
        try await story.check(nothing: .stall) { fake.advance(by: .seconds(2)) }
        let failure = await #expect(throws: RecorderFailure.self) {
            try await story.check(nothing: .stall) { fake.advance(by: .seconds(2)) }
        }
        #expect(failure?.marks.count == 1)
        try await story.check(nothing: .stall) { fake.advance(by: .seconds(2)) }
        await fake.player.close()
    }

    @Test func `next returns one matching event after the other`() async throws {
        let fake = FakePlayer(
            FakeScript {
                $0.cues = [
                    .init("A", from: .seconds(1), to: .seconds(2)),
                    .init("B", from: .seconds(2), to: .seconds(3)),
                ]
            })
        let story = fake.player.recordEvents()
        fake.player.load(item, autoplay: true)
        fake.advance(by: .seconds(5))
        #expect(EventMatcher.cue("A").matches(try await story.next(.cue).event))
        #expect(try await story.next(.cue).mediaTime == .seconds(2))
        let failure = await #expect(throws: RecorderFailure.self) {
            try await story.next(.cue, within: .milliseconds(10))
        }
        #expect(failure?.message.contains("Expected cue next: Waited") == true)
        try await story.next(.noCue)
        await fake.player.close()
    }

    @Test func `next fails at once with the error of the player`() async throws {
        let fake = FakePlayer(
            FakeScript { $0.fault = .init(PlayerError(.malformed, "Bad"), at: .seconds(1)) })
        let story = fake.player.recordEvents()
        fake.player.load(item, autoplay: true)
        fake.advance(by: .seconds(1))
        try await story.next(.playing)
        let failure = await #expect(throws: RecorderFailure.self) { try await story.next(.cue) }
        #expect(failure?.message == "Expected cue next: Bad")
        // Who has read of it knows it.
        try await story.next(.error(.malformed))
        try await story.next(.finished(.error))
        await fake.player.close()
        let closed = await #expect(throws: RecorderFailure.self) { try await story.next(.playing) }
        #expect(closed != nil)
    }

    @Test func `next returns after every observer has received the event`() async throws {
        let fake = FakePlayer()
        let story = fake.player.recordEvents()
        let log = EventLog()
        fake.player.addObserver(log)
        for _ in 0..<20 {
            fake.player.load(item, autoplay: true)
            try await story.next(.playing, heardWithin: .seconds(30))
            #expect(log.states.last == .playing(buffering: false))
            fake.media.fail(PlayerError(.malformed, "Bad"))
            try await story.next(.error, heardWithin: .seconds(30))
            #expect(log.errors.last != nil && log.ends.last == .error)
        }
        await fake.player.close()
    }

    @Test func `an ended recorder holds no later event`() async {
        let fake = FakePlayer()
        let story = fake.player.recordEvents()
        fake.player.load(item)
        story.end()
        fake.player.play()
        #expect(!story.events.contains { EventMatcher.playing.matches($0) })
        await fake.player.close()
    }

    @Test func `next stops the virtual clock at the instant of the event`() async throws {
        let clock = VirtualClock()
        clock.hold()
        var configuration = PlayerConfiguration()
        configuration.clock = .virtual(clock)
        let fake = FakePlayer(
            FakeScript { $0.cues = [.init("A", from: .milliseconds(1_234), to: .seconds(2))] },
            configuration: configuration)
        let story = fake.player.recordEvents()
        fake.player.load(item, autoplay: true)
        let entry = try await story.next(.cue("A"))
        #expect(entry.clockTime == .milliseconds(1_234) && clock.now.offset == .milliseconds(1_234))
        // What has been told already does not move the clock.
        try await fake.player.waitForCue("A")
        try await fake.player.waitUntil(.started)
        #expect(clock.now.offset == .milliseconds(1_234))
        try await story.next(.noCue)
        #expect(clock.now.offset == .seconds(2))
        await fake.player.close()
    }
}
