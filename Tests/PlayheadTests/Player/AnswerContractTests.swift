import Playhead
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// What is answered later is answered once, whatever happens (contract 2.3, 2.8), over the fake and over real media.
@Suite(.timeLimit(.minutes(1)))
struct AnswerContractTests {
    @Test(arguments: Backend.allCases)
    func `2.3: a skip is answered like a seek`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        let player = harness.player
        #expect(await player.skip(by: .seconds(1)) == .stopped)
        player.load(try harness.film())
        try await player.waitUntil(.ready)
        #expect(await player.skip(by: .seconds(1)) == .completed(at: .seconds(1)))
        #expect(await player.skip(by: .zero) == .unnecessary)
        harness.loadMissing()
        let error = try await player.waitForError()
        #expect(await player.skip(by: .seconds(1)) == .failed(error))
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `2.3: cancellation of the task neither withdraws the command nor loses the answer`(
        _ backend: Backend
    ) async throws {
        let harness = Harness(backend)
        let player = harness.player
        player.load(try harness.film())
        try await player.waitUntil(.ready)
        let seek = Task { await player.seek(to: .seconds(2)) }
        seek.cancel()
        #expect(await seek.value == .completed(at: .seconds(2)))
        let skip = Task { await player.skip(by: .seconds(1)) }
        skip.cancel()
        #expect(await skip.value == .completed(at: .seconds(3)))
        let refresh = Task { await player.refreshed() }
        refresh.cancel()
        #expect(await refresh.value.position == .seconds(3))
        let close = Task { await player.close() }
        close.cancel()
        #expect(await close.value == 0)
        #expect(player.status == .closed)
    }

    @Test(arguments: Backend.allCases)
    func `2.3: pending callers are answered when the item is removed`(_ backend: Backend) async throws {
        for step: Step in [
            .reset, .load(0, autoplay: true), .close(force: false), .close(force: true), .stop,
        ] {
            let harness = Harness(backend)
            let player = harness.player
            harness.media?.script.preroll = .whenTold
            player.load(try harness.film())
            let ledger = Ledger()
            let results = Answers()
            ledger.ask("seek") { results.append(await player.seek(to: .seconds(2))) }
            ledger.ask("skip") { results.append(await player.skip(by: .seconds(1))) }
            ledger.ask("refresh") { _ = await player.refreshed() }
            step.command(player, ledger, items: [try harness.film()])
            #expect(await ledger.settles(within: .seconds(20)), "\(step) leaves \(ledger.unanswered)")
            #expect(results.all.count == 2)
            // Real media may be opened at once, and the seek be on its way.
            if backend == .fake {
                #expect(results.all.contains(.superseded) && results.all.contains(.stopped), "\(step)")
            }
            await harness.closes()
        }
    }

    @Test(arguments: Backend.allCases)
    func `2.8: a closed player answers every command at once`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        let player = harness.player
        try await harness.inTheMiddle()
        await harness.closes()
        let closed = player.snapshot
        for result in [await player.seek(to: .zero), await player.skip(by: .seconds(1))] {
            guard case .failed(let error) = result else {
                Issue.record("\(result)")
                continue
            }
            #expect(error.code == .closed)
        }
        #expect(await player.refreshed() == closed)
        #expect(await player.close() == 0)
        #expect(await player.close(force: true) == 0)
        #expect(await player.close(kill: true) == 0)
        #expect(await collecting(player.events).value.isEmpty)
        #expect(await collecting(player.snapshots).value == [closed])
        #expect(await collecting(player.values(of: \.status)).value == [.closed])
        #expect(!player.canPlay && !player.canSeek && !player.canSkipForward && !player.canSkipBackward)
    }

    @Test(arguments: Backend.allCases)
    func `2.2: an impossible request is followed by an event`(_ backend: Backend)
        async throws
    {
        let harness = Harness(backend)
        let player = harness.player
        player.load(harness.missing())
        player.play()
        if backend == .fake { #expect(player.state == .playing(buffering: true)) }
        harness.media?.fail(PlayerError(.notFound, "No such file"))
        let error = try await player.waitForError()
        #expect(player.state == .paused(buffering: false))
        let events = await harness.closes()
        #expect(events.contains(.error(error)))
        #expect(
            events.contains {
                if case .stateChanged(let change) = $0 { change.reason == .error } else { false }
            })
    }

    @Test(.inTurn, arguments: Hang.all)
    func `2.1: no command waits for a hanging element`(_ hang: Hang) async throws {
        let hanging = try await HangingPlayer(hang)
        let player = hanging.player
        let ledger = Ledger()
        let commands: [Step] = [
            .play, .pause, .toggle, .mute(true), .volume(30), .speed(200), .aspect(1), .seek(1000),
            .skip(100),
            .stop, .retry, .addObserver(0), .reset, .load(0, autoplay: true), .close(force: false),
        ]
        for command in commands { command.command(player, ledger) }
        #expect(player.status == .closed)
        hanging.release()
        await player.close()
    }
}
