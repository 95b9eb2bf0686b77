import Playhead
import PlayheadTesting
import Testing

/// Steps from frame to frame (contract 2.3, 4.3), over the fake and over real media: pictures of 40 ms.
@Suite(.timeLimit(.minutes(2)))
struct StepContractTests {
    private func frame(_ number: Int) -> SeekResult { .completed(at: .milliseconds(40 * number)) }

    /// Loads four seconds of picture and sound.
    private func ready(_ backend: Backend) async throws -> Harness {
        let harness = Harness(backend)
        harness.player.load(try harness.film())
        try await harness.player.waitUntil(.ready)
        return harness
    }

    @Test(arguments: Backend.allCases)
    func `2.3: a step is completed with the position of its frame`(_ backend: Backend) async throws {
        let harness = try await ready(backend)
        let player = harness.player
        #expect(player.canStepForward)
        #expect(!player.canStepBackward)
        #expect(await player.step(by: 1) == frame(1))
        #expect(await player.step(by: 3) == frame(4))
        #expect(await player.step(by: -1) == frame(3))
        #expect(await player.step(by: 0) == .unnecessary)
        #expect(player.position == .milliseconds(120))
        #expect(player.state == .paused(buffering: false))
        #expect(player.canStepBackward)
        #expect(await player.refreshed() == player.snapshot)
        await harness.closes()
        let jumps = harness.log.positions.filter { $0 != .zero }
        #expect(jumps == [.milliseconds(40), .milliseconds(160), .milliseconds(120)])
    }

    @Test(arguments: Backend.allCases)
    func `4.3: steps from the middle of a frame lead to starts of frames`(_ backend: Backend) async throws {
        let harness = try await ready(backend)
        let player = harness.player
        await player.seek(to: .milliseconds(1510))
        #expect(await player.step(by: 1) == frame(38))
        await player.seek(to: .milliseconds(1510))
        #expect(await player.step(by: -1) == frame(36))
        await player.seek(to: .milliseconds(2000))
        #expect(await player.step(by: -1) == frame(49))
        #expect(await player.step(by: -30) == frame(19))
        #expect(await player.step(by: 60) == frame(79))
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `2.3: steps end at the first and the last frame`(_ backend: Backend) async throws {
        let harness = try await ready(backend)
        let player = harness.player
        #expect(await player.step(by: -1) == .unnecessary)
        await player.seek(to: .milliseconds(3890))
        #expect(await player.step(by: 5) == frame(99))
        #expect(await player.step(by: 1) == .unnecessary)
        #expect(await player.step(by: 1) == .unnecessary)
        #expect(player.position == .milliseconds(3960))
        #expect(await player.step(by: -1) == frame(98))
        #expect(await player.step(by: -500) == frame(0))
        #expect(!player.canStepBackward)
        await player.seek(to: .milliseconds(3890))
        await player.step(by: 500)
        player.play()
        #expect(try await harness.playsToEnd() == .natural)
        #expect(player.position == player.duration)
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `1.5: steps lead back from the end, and playback continues from there`(_ backend: Backend)
        async throws
    {
        let harness = Harness(backend)
        let player = harness.player
        player.load(try harness.film(from: .milliseconds(3800)), autoplay: true)
        #expect(try await harness.playsToEnd() == .natural)
        #expect(!player.canStepForward)
        #expect(await player.step(by: 1) == .unnecessary)
        #expect(player.position == player.duration)
        #expect(await player.step(by: -1) == frame(98))
        #expect(player.status == .ready)
        player.play()
        #expect(player.position >= .milliseconds(3920))
        #expect(try await harness.playsToEnd() == .natural)
        await harness.closes()
        #expect(harness.log.ends == [.natural, .natural])
    }

    @Test(arguments: Backend.allCases)
    func `4.3: a step while playing pauses first`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        let player = harness.player
        // Slowly, so that its end is far on the busiest machine.
        player.speed = 0.1
        player.load(try harness.film(), autoplay: true)
        try await player.waitUntil(.started)
        let result = await player.step(by: 1)
        let stepped = player.position
        #expect(result == .completed(at: stepped))
        #expect(stepped > .zero)
        #expect(player.state == .paused(buffering: false))
        #expect(await player.step(by: -1) == .completed(at: stepped - .milliseconds(40)))
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `2.3: concurrent steps add up, and every caller is answered once`(_ backend: Backend) async throws {
        let harness = try await ready(backend)
        let player = harness.player
        let results = await withTaskGroup { group in
            for number in 1...30 { group.addTask { await player.step(by: number % 3 == 0 ? -1 : 2) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count == 30)
        try await player.wait(for: "the steps") { !$0.state.isBuffering }
        // However they were added up: the frames before the first one do not count.
        #expect(player.position >= .milliseconds(40 * 30) && player.position <= .milliseconds(40 * 40))
        for _ in 1...20 { Harness.step(player) }
        let last = await player.step(by: 1)
        #expect(last == .completed(at: player.position))
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `2.1: steps wait for earlier seeks, and a later seek follows them`(_ backend: Backend)
        async throws
    {
        let harness = try await ready(backend)
        let player = harness.player
        harness.seek(to: .seconds(1))
        #expect(await player.step(by: 1) == frame(26))
        harness.seek(to: .seconds(2))
        Harness.step(player)
        #expect(await player.seek(to: .seconds(3)) == .completed(at: .seconds(3)))
        #expect(player.position == .seconds(3))
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `4.2: steps before preroll are kept`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        let player = harness.player
        harness.media?.script.preroll = .whenTold
        player.load(try harness.film(from: .seconds(1)), autoplay: true)
        // At once, so that nothing is played before.
        Harness.step(player)
        #expect(!player.snapshot.wantsToPlay)
        async let result = player.step(by: 1)
        harness.media?.finishPreroll()
        let answer = await result
        #expect(answer == frame(27))
        #expect(player.state == .paused(buffering: false))
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `4.3: playback after steps continues from the shown frame at the requested speed`(
        _ backend: Backend
    ) async throws {
        let harness = try await ready(backend)
        let player = harness.player
        await player.seek(to: .seconds(1))
        await player.step(by: 5)
        // Slowly, for a busy machine may let seconds pass before the next step.
        player.speed = 0.25
        player.play()
        #expect(player.position >= .milliseconds(1200))
        try await harness.plays(for: .milliseconds(200))
        #expect(player.effectiveSpeed == 0.25)
        player.speed = -1
        #expect(await player.step(by: 1) == .completed(at: player.position))
        #expect(player.effectiveSpeed == -1)
        let stepped = player.position
        #expect(await player.step(by: 1) == .completed(at: player.position))
        #expect(player.position > stepped)
        player.play()
        harness.media?.advance(by: .milliseconds(300))
        try await player.wait(for: "playback backwards") { $0.position < stepped && $0.state.isPlaying }
        #expect(try await harness.playsToEnd() == .natural)
        #expect(player.position == .zero)
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `4.3: a speed change during a step applies after it`(_ backend: Backend) async throws {
        let harness = try await ready(backend)
        let player = harness.player
        Harness.step(player)
        player.speed = 2
        Harness.step(player)
        #expect(await player.step(by: 1) == frame(3))
        try await player.wait(for: "the speed") { $0.effectiveSpeed == 2 && !$0.state.isBuffering }
        #expect(player.position == .milliseconds(120))
        #expect(player.state == .paused(buffering: false))
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `2.3: a step without video or content fails`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        let player = harness.player
        #expect(!player.canStepForward)
        #expect(await player.step(by: 1) == .stopped)
        harness.media?.script.hasVideo = false
        player.load(try harness.long())
        try await player.waitUntil(.ready)
        guard case .failed(let error) = await player.step(by: 1) else {
            Issue.record("A step without pictures")
            return
        }
        #expect(error.code == .notSeekable)
        #expect(!player.canStepForward && !player.canStepBackward)
        harness.loadMissing()
        let failure = try await player.waitForError()
        #expect(await player.step(by: 1) == .failed(failure))
        await harness.closes()
        guard case .failed(let error) = await player.step(by: 1) else {
            Issue.record("A step of a closed player")
            return
        }
        #expect(error.code == .closed)
    }

    @Test(arguments: Backend.allCases)
    func `2.7: a close during steps answers every caller`(_ backend: Backend)
        async throws
    {
        let harness = try await ready(backend)
        let player = harness.player
        let steps = (0..<20).map { number in Task { await player.step(by: number % 2 == 0 ? 7 : -3) } }
        try await player.wait(for: "a step") { $0.position > .zero || $0.state.isBuffering }
        await harness.closes()
        for step in steps {
            switch await step.value {
            case .completed, .unnecessary, .stopped: break
            case .failed(let error): #expect(error.code == .closed)
            case let other: Issue.record("\(other)")
            }
        }
    }
}

extension Harness {
    static func step(_ player: Player) { player.step(by: 1) }
}
