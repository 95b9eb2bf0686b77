import Foundation
import Playhead
import PlayheadTesting
import Synchronization
import Testing

@testable import TestBasics
@testable import TestSupport

/// A pool of players around a place in a list.
@Suite(.timeLimit(.minutes(1)))
struct PlayerPoolTests {
    /// The media of all players that a pool made.
    private final class Wall: Sendable {
        private let made = Mutex<[(media: FakeMedia, player: Player)]>([])
        let preroll: FakeScript.Reply

        init(preroll: FakeScript.Reply = .atOnce) { self.preroll = preroll }

        func makePlayer() -> Player {
            let media = FakeMedia(FakeScript { $0.preroll = preroll })
            let player = media.makePlayer(configuration: .silent)
            made.withLock { $0.append((media, player)) }
            return player
        }

        var media: [FakeMedia] { made.withLock { $0.map(\.media) } }
        func media(of player: Player?) -> FakeMedia? {
            made.withLock { $0.first { $0.player === player }?.media }
        }
        var loads: Int { media.map(\.pipelines.count).reduce(0, +) }
        /// The numbers of the items whose pipelines are there.
        var open: [Int] {
            media.flatMap(\.pipelines).filter { !$0.isDiscarded }.compactMap {
                Int($0.request.item.uri.dropFirst(7))
            }
            .sorted()
        }
    }

    private func items(_ numbers: some Sequence<Int>) -> [MediaItem] {
        numbers.map { MediaItem(uri: "fake://\($0)") }
    }

    private func pool(_ capacity: Int, _ wall: Wall) -> PlayerPool {
        PlayerPool(capacity: capacity) { wall.makePlayer() }
    }

    @Test(arguments: [
        (0, 5, [0, 1, 2, 3, 4]), (4, 5, [2, 3, 4, 5, 6]), (9, 3, [7, 8, 9]), (5, 4, [4, 5, 6, 7]),
        (5, 1, [5]),
        (99, 2, [8, 9]), (-3, 2, [0, 1]), (5, 20, Array(0..<10)),
    ])
    func `players around the current position are prerolled`(_ index: Int, _ capacity: Int, _ open: [Int])
        async
    {
        let wall = Wall()
        let pool = pool(capacity, wall)
        pool.replace(with: items(0..<10), currentIndex: index)
        #expect(wall.open == open)
        for place in -1...10 {
            let player = pool.player(at: place)
            #expect((player != nil) == open.contains(place))
            if let player {
                #expect(player.status == .ready && player.state == .paused(buffering: false))
                #expect(player.item?.uri == "fake://\(place)")
            }
        }
        await pool.close()
        #expect(wall.open.isEmpty)
    }

    @Test func `a move loads only new items, and reuses players`() async {
        let wall = Wall()
        let pool = pool(3, wall)
        pool.items = items(0..<10)
        let before = (pool.player(at: 1), pool.player(at: 2))
        pool.currentIndex = 2
        #expect(wall.open == [1, 2, 3])
        #expect(pool.player(at: 1) === before.0 && pool.player(at: 2) === before.1)
        #expect(wall.loads == 4)
        pool.currentIndex = 2
        #expect(wall.loads == 4)
        pool.currentIndex = 8
        #expect(wall.open == [7, 8, 9])
        #expect(wall.media.count == 3)
        #expect(wall.loads == 7)
        await pool.close()
    }

    @Test func `items that remain keep their players, also at other positions`() async {
        let wall = Wall()
        let pool = pool(3, wall)
        pool.items = items(0..<5)
        let first = pool.player(at: 0)
        pool.replace(with: items([7, 0, 1, 2]), currentIndex: 1)
        #expect(pool.player(at: 1) === first)
        #expect(wall.open == [0, 1, 7])
        #expect(wall.loads == 4)
        pool.items = items([0, 0])
        #expect(wall.open == [0, 0])
        #expect(pool.player(at: 0) !== pool.player(at: 1))
        pool.items = []
        #expect(wall.open.isEmpty)
        await pool.close()
    }

    @Test func `2 items are loaded at a time, the current one first`() async {
        let wall = Wall(preroll: .whenTold)
        let pool = pool(5, wall)
        pool.replace(with: items(0..<20), currentIndex: 10)
        #expect(wall.open == [10, 11])
        #expect(pool.player(at: 9) == nil)
        wall.media(of: pool.player(at: 11))?.finishPreroll()
        #expect(wall.open == [9, 10, 11])
        // What is wanted now gives way to none that is wanted less.
        pool.currentIndex = 12
        #expect(wall.open == [10, 11, 12])
        wall.media(of: pool.player(at: 10))?.fail(PlayerError(.malformed, "x"))
        #expect(wall.open.contains(13))
        pool.currentIndex = 14
        #expect(wall.open.contains(14))
        let loading = wall.media.filter { $0.current.map { !$0.isDiscarded } ?? false }
        for media in loading { media.finishPreroll() }
        for _ in 0..<5 { for media in wall.media { media.finishPreroll() } }
        #expect(wall.open == [12, 13, 14, 15, 16])
        #expect(wall.media.count == 5)
        await pool.close()
    }

    @Test func `the current item replaces an item that is still loading`() async {
        let wall = Wall(preroll: .whenTold)
        let pool = PlayerPool(capacity: 3, loadsAtOnce: 1) { wall.makePlayer() }
        pool.items = items(0..<5)
        #expect(wall.open == [0])
        pool.currentIndex = 1
        #expect(wall.open == [1])
        #expect(pool.player(at: 0) == nil)
        for _ in 0..<3 { for media in wall.media { media.finishPreroll() } }
        #expect(wall.open == [0, 1, 2])
        await pool.close()
    }

    @Test func `an unplayable item is reported by its player, and the others are loaded`() async throws {
        let wall = Wall(preroll: .whenTold)
        let pool = PlayerPool(capacity: 2, loadsAtOnce: 1) { wall.makePlayer() }
        pool.items = items(0..<2)
        wall.media(of: pool.player(at: 0))?.fail(PlayerError(.notFound, "It is gone"))
        #expect(pool.player(at: 0)?.error?.code == .notFound)
        #expect(pool.player(at: 1)?.status == .opening)
        await pool.close()
    }

    @Test func `a reused player has no state of its earlier item`() async throws {
        let wall = Wall()
        let pool = pool(1, wall)
        pool.items = items(0..<3)
        let player = try #require(pool.player(at: 0))
        let log = EventLog()
        player.addObserver(log)
        let events = Task { [events = player.events] in await events.reduce(into: []) { $0.append($1) } }
        (player.isMuted, player.volume, player.speed, player.aspectMode) = (true, 0.2, 2, .fill)
        player.trackPreferences = TrackPreferences(audioLanguages: ["de"])
        player.subtitleDelay = .seconds(1)
        player.queue.repeatMode = .all
        player.queue.failurePolicy = .stop
        player.queue.shuffle(seed: 3)
        player.play()
        pool.currentIndex = 1
        #expect(pool.player(at: 1) === player)
        // The sequence ends by itself.
        #expect(await events.value.contains(.finished(.stopped)))
        await player.isHeard(within: .seconds(30))
        #expect(log.events.contains(.finished(.stopped)))
        let heard = log.events.count
        let (used, new) = (player.snapshot, PlayerSnapshot())
        #expect(used.status == .ready && used.state == .paused(buffering: false))
        #expect(used.position == .zero)
        #expect(!used.isMuted && used.volume == 1 && used.speed == 1 && used.aspectMode == new.aspectMode)
        #expect(used.trackPreferences == new.trackPreferences && used.subtitleDelay == .zero)
        #expect(used.queue.repeatMode == new.queue.repeatMode && !used.queue.isShuffled)
        #expect(used.queue.failurePolicy == new.queue.failurePolicy && used.queue.count == 1)
        player.play()
        await player.isHeard(within: .seconds(30))
        #expect(log.events.count == heard)
        await pool.close()
        #expect(player.status == .closed)
    }

    @Test func `a player is ready with its item while others are still released`() async throws {
        let pool = pool(1, Wall())
        pool.items = items(0..<9)
        let player = try #require(pool.player(at: 0))
        let handedOut = Mutex<(item: MediaItem?, events: EventLog)?>(nil)
        // Whoever moves the pool in the midst of a move is another thread as well as this one.
        let chronicle = player.chronicle(positions: false) { events, _ in
            guard events.contains(.finished(.stopped)) else { return }
            pool.currentIndex = 7
            guard let next = pool.player(at: 7) else { return }
            let log = EventLog()
            next.addObserver(log)
            next.play()
            handedOut.withLock { $0 = (next.item, log) }
        }
        player.play()
        pool.currentIndex = 3
        chronicle.cancel()
        let (item, log) = try #require(handedOut.withLock { $0 })
        #expect(item?.uri == "fake://7")
        #expect(player.item?.uri == "fake://7" && player.snapshot.wantsToPlay)
        await player.isHeard(within: .seconds(30))
        #expect(!log.events.contains(.finished(.stopped)))
        await pool.close()
    }

    @Test func `a closed pool stays empty`() async {
        let wall = Wall()
        let pool = pool(3, wall)
        pool.items = items(0..<3)
        await pool.close()
        pool.items = items(0..<5)
        pool.currentIndex = 2
        #expect(pool.items.isEmpty && pool.player(at: 0) == nil)
        #expect(wall.media.count == 3 && wall.open.isEmpty)
        await pool.close()
    }

    @Test(arguments: UInt64(1)...10) func `random moves end with the right window`(
        _ seed: UInt64
    ) async {
        var random = SeededGenerator(seed: seed)
        let wall = Wall()
        let capacity = Int.random(in: 1...6, using: &random)
        let pool = pool(capacity, wall)
        for _ in 0..<100 {
            if Int.random(in: 0..<5, using: &random) == 0 {
                pool.items = items(
                    (0..<Int.random(in: 0...12, using: &random)).map { _ in
                        Int.random(in: 0..<9, using: &random)
                    })
            } else {
                pool.currentIndex = Int.random(in: -1...12, using: &random)
            }
            let list = pool.items
            let places = list.indices.filter { pool.player(at: $0) != nil }
            #expect(places.count == min(capacity, list.count))
            #expect(list.isEmpty || places.contains(pool.currentIndex))
            #expect(
                places.allSatisfy {
                    pool.player(at: $0)?.item == list[$0] && pool.player(at: $0)?.status == .ready
                })
            #expect(wall.open.count == places.count)
            #expect(wall.media.count <= capacity)
        }
        await pool.close()
        #expect(wall.open.isEmpty)
    }

    @Test func `moves from several threads end with the right window`() async {
        let wall = Wall()
        let pool = pool(3, wall)
        pool.items = items(0..<50)
        await withTaskGroup(of: Void.self) { group in
            for start in 0..<4 {
                group.addTask {
                    for step in 0..<200 {
                        pool.currentIndex = (start * 13 + step * 7) % 50
                        pool.player(at: pool.currentIndex)?.play()
                    }
                }
            }
        }
        pool.currentIndex = 20
        pool.currentIndex = 25
        #expect(wall.open == [24, 25, 26])
        #expect(wall.media.count == 3)
        await pool.close()
        #expect(wall.open.isEmpty)
    }

    @Test func `the pool has ready players over real media`() async throws {
        let names = ["av-h264-aac", "tone-flac", "av-vp9-opus", "video-only", "audio-only"]
        let samples = Samples.all.filter { sample in names.contains(sample.name) && sample.playable }
        #expect(samples.count == names.count)
        let pool = PlayerPool(capacity: 3, configuration: .silent)
        pool.items = samples.map(\.item)
        for index in samples.indices {
            pool.currentIndex = index
            let player = try #require(pool.player(at: index))
            try await player.waitUntil(.ready)
            #expect(player.state == .paused(buffering: false))
            player.play()
            try await player.waitUntil(.started)
        }
        await pool.close()
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["DISPLAY"] != nil, "needs a display"))
    func `a reused player opens its window for the next item`() async throws {
        var configuration = PlayerConfiguration.silent
        configuration.video = .window
        let pool = PlayerPool(capacity: 1, configuration: configuration)
        pool.items = ["av-h264-aac", "video-only", "av-h264-aac"].compactMap { name in
            Samples.all.first { $0.name == name }?.item
        }
        let first = try #require(pool.player(at: 0))
        for index in pool.items.indices {
            pool.currentIndex = index
            let player = try #require(pool.player(at: index))
            #expect(player === first)
            try await player.waitUntil(.ready)
            player.play()
            try await player.waitUntil(.started)
            #expect(player.error == nil)
        }
        await pool.close()
    }
}
