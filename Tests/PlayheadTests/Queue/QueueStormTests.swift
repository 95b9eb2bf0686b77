import Foundation
import Playhead
import PlayheadTesting
import Testing

@testable import TestBasics

/// Edits from several threads while items follow each other.
@Suite(.timeLimit(.minutes(3))) struct QueueStormTests {
    /// One random thing that a program may do with a queue.
    private static func disturb(_ player: Player, _ media: [MediaItem], _ random: inout SeededGenerator) {
        let queue = player.queue
        let items = queue.items
        let any = items.randomElement(using: &random)
        let medium = media.randomElement(using: &random) ?? media[0]
        switch Int.random(in: 0..<18, using: &random) {
        case 0...2: queue.append(medium)
        case 3: queue.insert(medium, at: any.map { .before($0.id) } ?? .end)
        case 4: any.map { queue.move($0, to: .beginning) }
        case 5: any.map { queue.remove($0) }
        case 6: queue.next()
        case 7: queue.previous()
        case 8: queue.currentItem = any
        case 9: queue.repeatMode = [.off, .one, .all, .times(2)].randomElement(using: &random) ?? .off
        case 10: queue.shuffle(seed: .random(in: 0...9, using: &random))
        case 11: queue.unshuffle()
        case 12: queue.items = items.shuffled(using: &random) + [QueueItem(medium)]
        case 13: player.pause()
        case 14, 15: player.play()
        case 16: player.volume = .random(in: 0...1, using: &random)
        default: player.seek(to: .milliseconds(.random(in: 0...4000, using: &random)))
        }
    }

    @Test(arguments: Backend.allCases, UInt64(1)...6)
    func `concurrent queue edits keep the order of events and leave no pipeline`(
        _ backend: Backend, _ seed: UInt64
    ) async throws {
        var configuration = PlayerConfiguration.silent
        configuration.preloadedItems = Int(seed % 3)
        if backend == .real { configuration.clock = .virtual }
        let harness = Harness(backend, configuration)
        let player = harness.player
        let film = try harness.film()
        let media = [
            film, try harness.film(to: .milliseconds(300)), try harness.film(from: .milliseconds(3700)),
            MediaItem(path: "/nonexistent/film.mp4"),
        ]
        harness.media?.setScript(
            FakeScript { $0.openingError = PlayerError(.notFound, "No such file") }, for: media[3].uri)
        player.queue.append(contentsOf: media)
        player.play()
        try await withThrowingTaskGroup { group in
            for thread in 0..<3 {
                group.addTask {
                    var random = SeededGenerator(seed: seed * 100 + UInt64(thread))
                    for step in 0..<60 {
                        Self.disturb(player, media, &random)
                        // Whoever listens is not left behind so far that events give way.
                        if step % 10 == 9 {
                            let mark = Double(thread * 100 + step) / 1e6
                            player.volume = mark
                            try await waitUntil { harness.log.events.contains(.volumeChanged(mark)) }
                        }
                        harness.media?.advance(by: .milliseconds(.random(in: 0...700, using: &random)))
                        await Task.yield()
                    }
                }
            }
            try await group.waitForAll()
        }
        // It can be brought to its end after all that.
        player.queue.repeatMode = .off
        player.queue.replace(with: [QueueItem(media[1])], autoplay: true)
        player.play()
        for _ in 0..<4 { harness.media?.advance(by: .seconds(1)) }
        try await player.wait(within: .seconds(40)) { $0.status == .ended && !$0.wantsToPlay }
        let snapshot = player.snapshot
        #expect(snapshot == (await player.refreshed()))
        #expect(snapshot.queue.count == 1 && snapshot.preloadedItems.isEmpty)
        let events = await harness.closes()
        // Each item ended before the next one was current.
        var current: ItemChange?
        for case .itemChanged(let change) in events {
            #expect(change.previous?.item == current?.item && change.previous?.id == current?.id)
            current = change
        }
        #expect(current?.item == nil)
    }
}
