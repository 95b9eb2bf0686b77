import Playhead
import PlayheadTesting
import Testing

@testable import CoreTestSupport

/// Between the moment at which all of an item has been read and its end, everything can still happen.
@Suite(.timeLimit(.minutes(1))) struct TailTests {
    @Test(arguments: [3600, 3900, 3980, 3999], [0, 1])
    func `a pause in the last moment of an item loses no audio of either item`(
        _ milliseconds: Int, _ prepared: Int
    ) async throws {
        let clock = VirtualClock()
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual(clock)
        configuration.preloadedItems = prepared
        let harness = Harness(.real, configuration)
        let player = harness.player
        let film = try harness.film()
        let items = [QueueItem(film), QueueItem(film)]
        player.queue.replace(with: items)
        try await player.waitUntil(.ready, within: .seconds(20))
        if prepared > 0 { try await player.wait { $0.preloadedItems.contains(where: \.isReady) } }
        clock.hold()
        let begun = clock.now
        player.play()
        await clock.advance(to: begun.advanced(by: .milliseconds(milliseconds)))
        player.pause()
        await clock.advance(by: .seconds(30))
        #expect(player.queue.currentItem == items[0] && !player.state.isPlaying)
        #expect(player.position <= .seconds(4) && player.position >= .milliseconds(milliseconds - 50))
        player.play()
        clock.release()
        try await player.wait(within: .seconds(40)) {
            $0.queue.currentID == items[1].id && $0.status == .ended && !$0.wantsToPlay
        }
        let events = await harness.closes()
        let changes = events.compactMap { event in
            if case .itemChanged(let change) = event { change } else { nil }
        }
        #expect(changes.map(\.reason) == [.load, .natural, .jump])
        for change in changes.dropFirst() {
            let played = try #require(change.previous?.played)
            #expect(abs((played - .seconds(4)) / .milliseconds(1)) < 50, "\(played)")
            #expect(change.previous?.reason == .natural)
        }
        #expect(events.count { if case .finished = $0 { true } else { false } } == 2)
        #expect(EventAudit.faults(in: events).isEmpty)
    }
}
