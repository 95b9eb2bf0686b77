import Dispatch
import Playhead
import PlayheadTesting
import Synchronization
import Testing

@testable import TestBasics

/// Leaving, closing and commanding from inside a callback, and from beside one (contract 3.5, 2.7), over the fake and over real media.
@Suite(.timeLimit(.minutes(1)))
struct RemovalTests {
    /// Leaves, in whatever way, with the first event that it hears.
    private final class Leaver: PlayerObserver {
        let heard = EventLog()
        private let leave: @Sendable (Player, Leaver) -> Void

        init(_ leave: @escaping @Sendable (Player, Leaver) -> Void) { self.leave = leave }

        func player(_ player: Player, received event: PlayerEvent) {
            heard.player(player, received: event)
            leave(player, self)
        }

        func player(_ player: Player, mutedChanged isMuted: Bool) {
            heard.player(player, received: .warning(Self.late))
        }
        func player(_ player: Player, volumeChanged volume: Double) {
            heard.player(player, received: .warning(Self.late))
        }

        static let late = PlayerWarning("called again")
    }

    @Test(arguments: Backend.allCases)
    func `3.5: an observer that is removed in one function is not called in another`(_ backend: Backend) async
    {
        let harness = Harness(backend)
        let leaver = Leaver { $0.removeObserver($1) }
        harness.player.addObserver(leaver)
        harness.player.isMuted = true
        harness.player.volume = 0.5
        await harness.closes()
        #expect(leaver.heard.events == [.mutedChanged(true)])
    }

    @Test(arguments: Backend.allCases)
    func `3.5: an observer that is removed during a call gets no further call`(_ backend: Backend) async {
        let harness = Harness(backend)
        let gate = Gate()
        let leaver = Leaver { _, _ in gate.pass() }
        harness.player.addObserver(leaver)
        harness.player.isMuted = true
        harness.player.volume = 0.5
        await gate.waitForArrival()
        harness.player.removeObserver(leaver)
        gate.open()
        await harness.closes()
        #expect(leaver.heard.events == [.mutedChanged(true)])
        #expect(harness.log.events.contains(.volumeChanged(0.5)))
    }

    /// Stands in a gate with its first call, and counts how many calls there are at a time.
    private final class Counting: PlayerObserver {
        let gate = Gate()
        private let calls = Mutex((all: 0, now: 0, most: 0))
        var most: Int { calls.withLock(\.most) }

        func player(_ player: Player, received event: PlayerEvent) {
            let isFirst = calls.withLock { calls in
                (calls.all, calls.now) = (calls.all + 1, calls.now + 1)
                calls.most = max(calls.most, calls.now)
                return calls.all == 1
            }
            if isFirst { gate.pass() }
            calls.withLock { $0.now -= 1 }
        }
    }

    @Test(arguments: Backend.allCases)
    func `3.5: an observer that is removed and added again during a call gets no overlapping calls`(
        _ backend: Backend
    ) async {
        let harness = Harness(backend)
        let counting = Counting()
        harness.player.addObserver(counting)
        harness.player.isMuted = true
        await counting.gate.waitForArrival()
        harness.player.removeObserver(counting)
        harness.player.addObserver(counting)
        harness.player.volume = 0.5
        // A call on another queue would come now.
        await harness.player.isHeard(within: .milliseconds(200))
        counting.gate.open()
        await harness.closes()
        #expect(counting.most == 1)
    }

    @Test(arguments: Backend.allCases)
    func `3.5: the release of a token during a call ends the observation`(_ backend: Backend)
        async
    {
        let harness = Harness(backend)
        let gate = Gate()
        let heard = TokenLog()
        var token: PlayerObservation? = harness.player.observe {
            heard.append($0)
            gate.pass()
        }
        withExtendedLifetime(token) {}
        harness.player.isMuted = true
        harness.player.volume = 0.5
        await gate.waitForArrival()
        token = nil
        gate.open()
        await harness.closes()
        #expect(heard.events == [.mutedChanged(true)])
    }

    @Test(arguments: Backend.allCases)
    func `2.7: a forced close inside a callback is the last call of the observer`(_ backend: Backend)
        async throws
    {
        let harness = Harness(backend)
        let leaver = Leaver { player, _ in player.close(force: true) }
        harness.player.addObserver(leaver)
        harness.player.isMuted = true
        harness.player.volume = 0.5
        await harness.player.close()
        #expect(leaver.heard.events == [.mutedChanged(true)])
        #expect(harness.player.status == .closed)
    }

    @Test(arguments: Backend.allCases, Closing.allCases)
    func `2.7: a callback closes the player, and its task waits for the close`(
        _ backend: Backend, _ closing: Closing
    ) async throws {
        let harness = Harness(backend)
        let (closed, hasClosed) = AsyncStream<Int>.makeStream()
        let listener = Listener { player, event in
            guard event == .ready else { return }
            if closing == .atOnce { player.close() }
            Task {
                hasClosed.yield(await player.close(force: closing == .force, kill: closing == .kill))
                hasClosed.finish()
            }
        }
        harness.player.addObserver(listener)
        harness.player.load(try harness.film(), autoplay: true)
        var abandoned: [Int] = []
        for await count in closed { abandoned.append(count) }
        // A busy machine may not have torn it down by the deadline of a kill.
        #expect(abandoned == [0] || (closing == .kill && abandoned == [1]))
        let events = harness.log.events
        #expect(harness.player.status == .closed)
        await harness.closes()
        #expect(harness.log.events == events)
    }

    enum Closing: CaseIterable { case atOnce, gracefully, force, kill }

    @Test(arguments: Backend.allCases)
    func `2.7: kill returns though an observer hangs`(_ backend: Backend) async throws {
        var configuration = PlayerConfiguration.silent
        configuration.killTimeout = .zero
        // A virtual clock would wait for the observer.
        let harness = Harness(backend, configuration, inRealTime: true)
        let gate = Gate()
        let hanging = Listener { _, _ in gate.pass() }
        harness.player.addObserver(hanging)
        harness.player.isMuted = true
        await gate.waitForArrival()
        let killed = Task { await harness.player.close(kill: true) }
        try await waitUntil { harness.player.status == .closed }
        try await waitUntil { harness.media?.time.scheduledCount != 0 }
        harness.media?.advance(by: .zero)
        #expect(await killed.value == 0)
        gate.open()
        await harness.closes()
    }
}
