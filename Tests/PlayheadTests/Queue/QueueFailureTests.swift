import Playhead
import PlayheadTesting
import Testing

@testable import CoreTestSupport

/// Lists with items that cannot be played.
@Suite(.timeLimit(.minutes(1))) struct QueueFailureTests {
    private let good = MediaItem(uri: "fake://good")
    private let bad = MediaItem(uri: "fake://bad")

    private func fake(_ preparing: Int = 1) -> (FakeMedia, Player, EventLog) {
        let media = FakeMedia(FakeScript { $0.duration = .seconds(4) })
        media.setScript(
            FakeScript { $0.openingError = PlayerError(.network, "It does not answer", isRecoverable: true) },
            for: bad.uri)
        var configuration = PlayerConfiguration.silent
        configuration.preloadedItems = preparing
        let player = media.makePlayer(configuration: configuration)
        let log = EventLog()
        player.addObserver(log)
        return (media, player, log)
    }

    private func changes(_ log: EventLog) -> [ItemChange] {
        log.events.compactMap { if case .itemChanged(let change) = $0 { change } else { nil } }
    }

    @Test(arguments: [0, 1])
    func `an unplayable item is skipped with one error`(_ preparing: Int) async {
        let (media, player, log) = fake(preparing)
        player.queue.replace(with: [good, bad, good].map(QueueItem.init), autoplay: true)
        for _ in 0..<4 { media.advance(by: .seconds(4)) }
        #expect(player.status == .ended && player.queue.value.currentIndex == 2)
        await player.close()
        #expect(EventAudit.faults(in: log.events).isEmpty)
        #expect(changes(log).map(\.reason) == [.load, .natural, .skip, .jump])
        #expect(log.events.count { if case .error = $0 { true } else { false } } == 1)
    }

    @Test func `a failing item is known before its turn`() async {
        let (media, player, log) = fake()
        player.queue.replace(with: [good, bad].map(QueueItem.init), autoplay: true)
        media.advance(by: .seconds(1))
        #expect(player.queue.preloadedItems.first?.error?.code == .network)
        await player.close()
        let warnings = log.events.compactMap {
            if case .warning(let warning) = $0 { warning.message } else { nil }
        }
        #expect(warnings == ["The item that comes next cannot be played: It does not answer"])
    }

    @Test func `the failure policy stop stops at an unplayable item`() async {
        let (media, player, _) = fake()
        player.queue.failurePolicy = .stop
        player.queue.replace(with: [bad, good].map(QueueItem.init), autoplay: true)
        media.advance(by: .seconds(4))
        #expect(player.status == .failed && player.queue.value.currentIndex == 0)
        #expect(player.state == .paused(buffering: false))
        await player.close()
    }

    @Test(arguments: [RepeatMode.off, .one, .all, .times(5)])
    func `a queue of unplayable items ends in every repeat mode`(_ mode: RepeatMode) async {
        let (_, player, log) = fake()
        player.queue.repeatMode = mode
        player.queue.replace(with: [bad, bad, bad].map(QueueItem.init), autoplay: true)
        #expect(player.status == .failed && player.state == .paused(buffering: false))
        await player.close()
        #expect(changes(log).map(\.reason) == [.load, .skip, .skip, .jump])
    }

    @Test func `the failure policy retry opens an item up to its count`() async {
        let (media, player, log) = fake()
        player.queue.failurePolicy = .retry(2)
        player.queue.replace(with: [bad, good].map(QueueItem.init), autoplay: true)
        media.advance(by: .seconds(4))
        #expect(player.status == .ended, "\(player.snapshot) \(media.pipelines.map(\.request))")
        #expect(player.queue.value.currentIndex == 1)
        await player.close()
        #expect(log.events.count { if case .error = $0 { true } else { false } } == 3)
        #expect(media.pipelines.count { $0.request.item == bad } == 3)
    }

    @Test func `an unplayable item does not end a repeated queue`() async {
        let (media, player, log) = fake()
        player.queue.repeatMode = .all
        player.queue.replace(with: [good, bad].map(QueueItem.init), autoplay: true)
        for _ in 0..<8 { media.advance(by: .seconds(2)) }
        #expect(player.state.isPlaying || player.snapshot.wantsToPlay)
        await player.close()
        #expect(changes(log).count { $0.reason == .skip } >= 2)
    }

    @Test func `items beyond the preload limit are not opened`() async {
        let (media, player, _) = fake(2)
        player.queue.replace(with: (0..<10).map { _ in QueueItem(good) })
        media.advance(by: .seconds(1))
        #expect(media.pipelines.count == 3)
        player.queue.replace(with: [])
        #expect(media.pipelines.allSatisfy { $0.isDiscarded })
        await player.close()
    }

    @Test func `failures of an earlier queue do not count`() async {
        let (media, player, _) = fake()
        player.queue.replace(with: [bad, bad].map(QueueItem.init), autoplay: true)
        #expect(player.status == .failed)
        player.queue.replace(with: [bad, good].map(QueueItem.init), autoplay: true)
        media.advance(by: .seconds(4))
        #expect(player.status == .ended && player.queue.value.currentIndex == 1)
        await player.close()
    }

    @Test func `backward playback has no next item at the start`() async {
        let (media, player, _) = fake()
        player.queue.replace(with: [good, good].map(QueueItem.init), autoplay: true)
        media.advance(by: .seconds(2))
        player.speed = -1
        media.advance(by: .seconds(3))
        #expect(player.status == .ended && player.queue.value.currentIndex == 0)
        await player.close()
    }

    @Test func `a file descriptor is not preloaded`() async {
        let (media, player, _) = fake()
        player.queue.repeatMode = .one
        player.queue.replace(with: [QueueItem(MediaItem(uri: "fd://0"))], autoplay: true)
        media.advance(by: .seconds(1))
        #expect(media.pipelines.count == 1)
        await player.close()
    }
}
