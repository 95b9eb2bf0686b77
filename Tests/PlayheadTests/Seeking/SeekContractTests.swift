import Playhead
import PlayheadTesting
import Testing

/// What every caller of a seek is told (contract 2.3, 4.2), over the fake and over real media.
@Suite(.timeLimit(.minutes(2)))
struct SeekContractTests {
    @Test(arguments: Backend.allCases)
    func `2.3: a seek is completed with its landing position`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        harness.player.load(try harness.film())
        try await harness.player.waitUntil(.ready)
        #expect(await harness.player.seek(to: .milliseconds(1500)) == .completed(at: .milliseconds(1500)))
        #expect(harness.player.position == .milliseconds(1500))
        #expect(await harness.player.seek(to: .milliseconds(1500)) == .unnecessary)
        let keyframe = await harness.player.seek(to: .milliseconds(2700), tolerance: .before)
        #expect(keyframe == .completed(at: .seconds(2)))
        #expect(harness.player.position == .seconds(2))
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `2.3: playback continues from the landing of a seek`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        try await harness.inTheMiddle()
        #expect(await harness.player.seek(to: .seconds(2)) == .completed(at: .seconds(2)))
        try await harness.plays(for: .milliseconds(300))
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `4.2: a seek before preroll is executed before the first frame`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        harness.media?.script.preroll = .whenTold
        harness.player.load(try harness.film())
        let player = harness.player
        async let result = player.seek(to: .seconds(3))
        harness.media?.finishPreroll()
        #expect(await result == .completed(at: .seconds(3)))
        try await player.waitUntil(.ready)
        #expect(player.position == .seconds(3))
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `4.2: a target outside the medium is clamped`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        harness.player.load(try harness.film(from: .seconds(1)))
        try await harness.player.waitUntil(.ready)
        #expect(await harness.player.seek(to: .seconds(-5)) == .completed(at: .zero))
        let duration = try #require(harness.player.duration)
        #expect(await harness.player.seek(to: .seconds(500)) == .completed(at: duration))
        #expect(harness.player.position == duration)
        harness.player.play()
        #expect(try await harness.playsToEnd() == .natural)
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `4.2: a seek to the end before preroll is followed by a natural end`(_ backend: Backend) async throws
    {
        for end: Duration? in [nil, .seconds(2)] {
            let harness = Harness(backend)
            harness.player.load(try harness.film(to: end), autoplay: true)
            harness.seek(to: .seconds(60))
            #expect(try await harness.playsToEnd() == .natural)
            #expect(harness.player.position == end ?? harness.player.duration)
            await harness.closes()
        }
    }

    @Test(arguments: Backend.allCases)
    func `2.3, 4.2: every caller of many seeks is answered, and the last target is reached`(
        _ backend: Backend
    ) async throws {
        let harness = Harness(backend)
        harness.player.load(try harness.film())
        try await harness.player.waitUntil(.ready)
        let player = harness.player
        let results = await withTaskGroup { group in
            for step in 1...30 { group.addTask { await player.seek(to: .milliseconds(100 * step)) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count == 30)
        let isAnswered = results.allSatisfy {
            switch $0 {
            case .completed, .superseded, .unnecessary: true
            default: false
            }
        }
        #expect(isAnswered)
        #expect(results.contains { if case .completed(player.position) = $0 { true } else { false } })
        await harness.closes()
    }

    @Test func `2.3: a seek is answered when the item is stopped, replaced, reset, closed or fails`()
        async throws
    {
        let gone = PlayerError(.connectionLost, "Gone")
        let cases: [(SeekResult, @Sendable (Harness) -> Void)] = [
            (.stopped, { $0.player.stop() }),
            (.stopped, { $0.player.load(MediaItem(uri: "fake://other")) }),
            (.stopped, { $0.player.reset() }),
            (.stopped, { $0.player.close() }),
            (.failed(gone), { $0.media?.fail(gone) }),
            (.failed(gone), { $0.media?.failSeek(gone) }),
            (.superseded, { $0.player.seek(to: .seconds(3)) }),
            (.timedOut, { $0.media?.advance(by: .seconds(11)) }),
        ]
        for (expected, interrupt) in cases {
            let harness = Harness(.fake)
            let media = try #require(harness.media)
            media.script.seek = .whenTold
            harness.player.load(try harness.film())
            if expected == .superseded { harness.seek(to: .seconds(1)) }
            let player = harness.player
            let sent = Task { await player.seek(to: .seconds(2)) }
            try await player.wait(for: "the seek") { $0.position == .seconds(2) }
            interrupt(harness)
            #expect(await sent.value == expected)
            await harness.closes()
        }
    }

    @Test func `4.2: of many seeks, one is in flight and one waits`() async throws {
        let harness = Harness(.fake)
        let (player, media) = (harness.player, try #require(harness.media))
        media.script.seek = .whenTold
        media.script.isScrubbable = false
        player.load(try harness.film())
        let (ledger, answers) = (Ledger(), Answers())
        for step in 1...30 {
            ledger.ask("\(step)") { answers.append(await player.seek(to: .milliseconds(100 * step))) }
        }
        func sent() -> [Duration] {
            media.current?.commands.compactMap { if case .seek(let seek) = $0 { seek.target } else { nil } }
                ?? []
        }
        #expect(sent() == [.milliseconds(100)])
        media.finishSeek()
        #expect(sent() == [.milliseconds(100), .seconds(3)])
        media.finishSeek()
        #expect(await ledger.settles(within: .seconds(20)))
        #expect(answers.all.count { $0 == .superseded } == 28)
        #expect(answers.all.contains(.completed(at: .milliseconds(100))))
        #expect(answers.all.contains(.completed(at: .seconds(3))))
        await harness.closes()
    }

    @Test func `4.2: a seek during buffering is executed, and buffering continues`() async throws {
        let harness = Harness(.fake)
        let (player, media) = (harness.player, try #require(harness.media))
        player.load(try harness.film(), autoplay: true)
        media.buffer(percent: 5)
        #expect(await player.seek(to: .seconds(2)) == .completed(at: .seconds(2)))
        #expect(player.state == .playing(buffering: true))
        media.buffer(percent: 100)
        #expect(player.state == .playing(buffering: false))
        #expect(player.position == .seconds(2))
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `4.2: a seek from the end returns into the content`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        harness.player.load(try harness.film(from: .milliseconds(3800)), autoplay: true)
        try await harness.playsToEnd()
        #expect(await harness.player.seek(to: .seconds(1)) == .completed(at: .seconds(1)))
        #expect(harness.player.state == .paused(buffering: false))
        #expect(harness.player.snapshot.endReason == nil)
        await harness.player.seek(to: .milliseconds(3800))
        harness.player.play()
        #expect(try await harness.playsToEnd() == .natural)
        await harness.closes()
        #expect(harness.log.ends == [.natural, .natural])
    }

    @Test(arguments: Backend.allCases)
    func `4.2: extreme targets and skips from them are clamped`(_ backend: Backend)
        async throws
    {
        let harness = Harness(backend)
        let player = harness.player
        player.load(try harness.film())
        for _ in 0..<50 { Harness.skip(player, by: .seconds(Int64.max)) }
        for _ in 0..<50 { Harness.skip(player, by: .seconds(Int64.min)) }
        try await player.waitUntil(.ready)
        // Where the medium was there before the last skip, that one may still be under way.
        let answer = await player.seek(to: .seconds(Int64.min))
        #expect(answer == .unnecessary || answer == .completed(at: .zero))
        let duration = try #require(player.duration)
        #expect(await player.seek(to: .seconds(Int64.max)) == .completed(at: duration))
        await harness.closes()
    }

    @Test func `2.3: cancellation of the task does not lose the answer`() async throws {
        let harness = Harness(.fake)
        let media = try #require(harness.media)
        media.script.seek = .whenTold
        harness.player.load(try harness.film())
        let player = harness.player
        let seek = Task { await player.seek(to: .seconds(2)) }
        try await player.wait(for: "the seek") { $0.position == .seconds(2) }
        seek.cancel()
        media.finishSeek()
        #expect(await seek.value == .completed(at: .seconds(2)))
        await harness.closes()
    }

    @Test func `2.3: a released player answers pending seeks`() async throws {
        let media = FakeMedia(FakeScript { $0.seek = .whenTold })
        var player: Player? = media.makePlayer()
        player?.load(MediaItem(uri: "fake://film"))
        player.map(Harness.seek)
        player = nil
        #expect(media.current?.isDiscarded == true)
    }

    @Test(arguments: Backend.allCases)
    func `2.3: a seek without content is answered at once`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        #expect(await harness.player.seek(to: .seconds(1)) == .stopped)
        harness.loadMissing()
        let error = try await harness.player.waitForError()
        #expect(await harness.player.seek(to: .seconds(1)) == .failed(error))
        await harness.closes()
    }
}
