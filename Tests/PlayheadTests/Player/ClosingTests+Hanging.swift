import Playhead
import PlayheadTesting
import Synchronization
import Testing

@testable import TestBasics
@testable import TestSupport

/// Contract 2.7 on real pipelines in which something hangs on purpose. What the process has abandoned may be that of others too.
extension ClosingTests {
    @Test(.inTurn, arguments: Hang.all)
    func `2.7: kill returns with a hanging element, and counts its pipeline until the teardown`(_ hang: Hang)
        async throws
    {
        let hanging = try await HangingPlayer(hang)
        #expect(await hanging.player.close(kill: true) == 1)
        #expect(Player.abandonedPipelines >= 1)
        #expect(await hanging.player.close(kill: true) == 1)
        #expect(Player.abandonedPipelines >= 1)
        // A call that was under way may end after that.
        await hanging.player.isHeard(within: .seconds(20))
        let heard = hanging.log.events
        hanging.release()
        try await waitUntil { Player.abandonedPipelines == 0 }
        #expect(hanging.log.events == heard)
        #expect(await hanging.player.close(kill: true) == 0)
        #expect(hanging.player.status == .closed)
    }

    @Test(.inTurn, arguments: Hang.all, [false, true])
    func `2.7: a graceful and a forced close wait for a hanging element`(_ hang: Hang, _ force: Bool)
        async throws
    {
        let hanging = try await HangingPlayer(hang)
        let player = hanging.player
        let isDown = Atomic(false)
        let closing = Task {
            let abandoned = await player.close(force: force)
            let hasWaited = isDown.load(ordering: .sequentiallyConsistent)
            #expect(hasWaited)
            return abandoned
        }
        try await waitUntil { player.status == .closed }
        isDown.store(true, ordering: .sequentiallyConsistent)
        hanging.release()
        #expect(await closing.value == 0)
        let heard = hanging.log.events
        #expect(force || hanging.log.statuses.last == .closed)
        #expect(hanging.log.events == heard)
    }

    @Test func `2.7: another item plays during the teardown of a hanging one`() async throws {
        let hanging = try await HangingPlayer(.preroll)
        hanging.player.load(try Samples.named("tone-wav").item, autoplay: true)
        try await hanging.player.waitUntil(.started)
        // On a busy machine the other one may not have come down either.
        let left = await hanging.player.close(kill: true)
        #expect((1...2).contains(left))
        hanging.release()
        try await waitUntil { Player.abandonedPipelines == 0 }
    }

    @Test(arguments: [false, true])
    func `2.7: a wait for data is interrupted`(_ force: Bool) async throws {
        let silence = SilentPipe()
        let player = Player(configuration: .silent)
        player.load(silence.item, autoplay: true)
        #expect(await player.refreshed().status == .opening)
        #expect(await player.close(force: force) == 0)
        withExtendedLifetime(silence) {}
    }
}

extension Hang {
    /// Those that can be made here.
    static var all: [Hang] { NamedPipe.isObservable ? allCases : allCases.filter { $0 != .source } }
}
