import Foundation
import Playhead
import PlayheadTesting
import Synchronization
import Testing

@testable import CoreTestSupport
@testable import PlayheadCore
@testable import TestBasics

/// Edits while items follow each other in real pipelines, held against a plain array.
@Suite(.timeLimit(.minutes(3))) struct QueueEditingTests {
    /// One random edit, which is made in the queue and in the array.
    private static func edit(
        _ player: Player, _ plain: inout PlainList, _ media: [MediaItem], _ random: inout SeededGenerator
    ) {
        let queue = player.queue
        let items = queue.items
        let some = items.shuffled(using: &random).prefix(.random(in: 1...2, using: &random))
        let other = items.randomElement(using: &random)
        let place: QueuePosition =
            switch Int.random(in: 0..<4, using: &random) {
            case 0: .beginning
            case 1: .end
            case 2: other.map { .before($0.id) } ?? .end
            default: other.map { .after($0.id) } ?? .beginning
            }
        let new = media.shuffled(using: &random).prefix(2).map { QueueItem($0) }
        switch Int.random(in: 0..<20, using: &random) {
        case 0...3:
            queue.insert(new, at: place)
            plain.apply(.insert(new, place))
        case 4...6:
            guard let item = some.first else { return }
            queue.move(item, to: place)
            plain.apply(.move([item.id], place))
        case 7...9:
            queue.remove(some)
            plain.apply(.remove(some.map(\.id)))
        case 10, 11:
            let list = (items + new).shuffled(using: &random).suffix(5)
            queue.items = Array(list)
            plain.apply(.replace(Array(list), autoplay: nil))
        case 12: queue.next()
        case 13: queue.previous()
        case 14, 15: queue.currentItem = other
        case 16: queue.repeatMode = [.off, .one, .all, .times(2)].randomElement(using: &random) ?? .off
        case 17: queue.shuffle(seed: .random(in: 0...9, using: &random))
        case 18: queue.unshuffle()
        default: player.play()
        }
    }

    /// Which item is to follow by itself: by the array, where it is in order.
    private static func follower(of id: QueueItem.ID?, in queue: PlaybackQueue) -> QueueItem.ID? {
        let ids = queue.items.map(\.id)
        guard let place = id.flatMap(ids.firstIndex) else { return nil }
        if place + 1 < ids.count { return ids[place + 1] }
        return queue.repeatMode == .off ? nil : ids.first
    }

    static let seeds: ClosedRange<UInt64> = {
        let given = ProcessInfo.processInfo.environment["PLAYHEAD_QUEUE_SEEDS"]?.split(separator: "-")
            .compactMap { UInt64($0) }
        return given.flatMap { $0.count == 2 ? $0[0]...$0[1] : nil } ?? 1...8
    }()

    @Test(arguments: seeds)
    func `a queue that is edited during playback matches an array`(_ seed: UInt64)
        async throws
    {
        var random = SeededGenerator(seed: seed)
        var configuration = PlayerConfiguration.silent
        configuration.preloadedItems = Int(seed % 3)
        configuration.clock = .virtual
        let harness = Harness(.real, configuration)
        let player = harness.player
        let short = [
            try harness.film(to: .milliseconds(200)), try harness.film(from: .milliseconds(3800)),
            MediaItem(
                path: Samples.directory.appending(path: "tone.flac").path, endPosition: .milliseconds(150)),
            MediaItem(
                path: Samples.directory.appending(path: "tone.opus").path, endPosition: .milliseconds(150)),
        ]
        var plain = PlainList()
        let first = short.map { QueueItem($0) }
        player.queue.insert(first, at: .end)
        plain.apply(.insert(first, .end))
        player.play()
        for _ in 0..<12 {
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                Self.edit(player, &plain, short, &random)
                let queue = player.queue.value
                #expect(queue.items.map(\.id) == plain.ids, "seed \(seed)")
                #expect(queue.currentID.map(plain.ids.contains) ?? true, "seed \(seed)")
            }
            // Until something else is current, or nothing is to come.
            let current = player.queue.currentItem?.id
            let count = harness.log.events.count
            try await player.wait(within: .seconds(30)) {
                $0.queue.currentID != current || !$0.wantsToPlay || $0.queue.repeatMode == .one
                    || harness.log.events.count > count + 12
            }
        }
        player.queue.repeatMode = .off
        player.queue.unshuffle()
        let last = QueueItem(short[0])
        player.queue.insert([last], at: .end)
        plain.apply(.insert([last], .end))
        player.play()
        if player.queue.currentItem == nil { player.queue.currentItem = last }
        try await player.wait(within: .seconds(60)) {
            $0.status == .ended && !$0.wantsToPlay && $0.queue.currentID == last.id
        }
        #expect(player.queue.value.items.map(\.id) == plain.ids, "seed \(seed)")
        Self.check(await harness.closes(), seed)
    }

    /// Changes of the list join each other, and what followed by itself is what the array says.
    private static func check(_ events: [PlayerEvent], _ seed: UInt64) {
        var queue = PlaybackQueue()
        var current: QueueItem.ID?
        for event in events {
            switch event {
            case .queueChanged(let change):
                #expect(change.old.items == queue.items, "seed \(seed)")
                queue = change.new
            case .itemChanged(let change):
                if change.reason == .natural, !queue.isShuffled {
                    #expect(change.id == follower(of: current, in: queue), "seed \(seed)")
                }
                if change.reason == .repeat { #expect(queue.repeatMode != .off, "seed \(seed)") }
                current = change.id
            default: break
            }
        }
    }
}
