import Playhead
import PlayheadTesting
import Testing

/// What a queue promises, over both kinds of media.
@Suite(.timeLimit(.minutes(1))) struct QueueContractTests {
    /// A player with a list of short items.
    private struct Stage {
        let harness: Harness
        let items: [QueueItem]
        var player: Player { harness.player }
        var queue: PlayerQueue { player.queue }

        init(_ backend: Backend, _ count: Int = 3, preparing: Int = 1, isVirtual: Bool = true) throws {
            var configuration = PlayerConfiguration.silent
            configuration.preloadedItems = preparing
            if backend == .real, isVirtual { configuration.clock = .virtual }
            let harness = Harness(backend, configuration)
            self.harness = harness
            // What plays in real time has to be long: a machine that is busy may let seconds pass between two steps.
            items = try (0..<count).map { _ in
                QueueItem(isVirtual ? try harness.film() : try harness.long())
            }
        }

        /// Plays until nothing is left to play.
        func playsOut() async throws {
            for _ in 0..<20 {
                harness.media?.advance(by: .seconds(5))
                if player.status == .ended || player.status == .failed { break }
            }
            try await player.wait(within: .seconds(40)) {
                !$0.wantsToPlay && ($0.status == .ended || $0.status == .failed)
            }
        }

        func hearsOut() async -> [ItemChange] {
            await harness.closes().compactMap { event in
                if case .itemChanged(let change) = event { change } else { nil }
            }
        }
    }

    @Test(arguments: Backend.allCases, [0, 1, 3])
    func `items follow each other to the end of the queue`(_ backend: Backend, _ preparing: Int) async throws
    {
        let stage = try Stage(backend, preparing: preparing)
        stage.queue.replace(with: stage.items, autoplay: true)
        try await stage.playsOut()
        #expect(stage.queue.currentItem == stage.items[2] && stage.player.status == .ended)
        let changes = await stage.hearsOut()
        #expect(changes.map(\.id) == stage.items.map(\.id) + [nil])
        #expect(changes.map(\.reason) == [.load, .natural, .natural, .jump])
        #expect(changes.dropFirst().allSatisfy { $0.previous?.reason == .natural || $0.item == nil })
        let played = changes.compactMap(\.previous?.played)
        #expect(played.allSatisfy { abs($0.inSeconds - 4) < 0.05 }, "\(played)")
    }

    @Test(arguments: Backend.allCases)
    func `the first item of a queue is prerolled, and play starts it`(_ backend: Backend) async throws {
        let stage = try Stage(backend)
        let added = stage.queue.append(contentsOf: stage.items.map(\.media))
        #expect(stage.queue.currentItem == added[0])
        // A real one may be prerolled before anybody looks.
        #expect([true, false].map { .paused(buffering: $0) }.contains(stage.player.state))
        try await stage.player.waitUntil(.ready)
        stage.player.play()
        try await stage.playsOut()
        #expect(stage.queue.currentItem == added[2])
        _ = await stage.hearsOut()
    }

    @Test(arguments: Backend.allCases)
    func `a jump to a preloaded item opens nothing`(_ backend: Backend) async throws {
        let stage = try Stage(backend, isVirtual: false)
        stage.queue.replace(with: stage.items)
        try await stage.player.wait { $0.preloadedItems.contains { $0.isReady } }
        stage.queue.next()
        #expect(stage.player.status == .ready && stage.player.duration != nil)
        #expect(stage.queue.currentItem == stage.items[1])
        #expect(stage.player.state == .paused(buffering: false))
        stage.player.play()
        try await stage.player.waitUntil(.started)
        let changes = await stage.hearsOut()
        #expect(changes.map(\.reason) == [.load, .jump, .jump])
        #expect(changes[1].previous?.reason == .replaced)
    }

    @Test(arguments: Backend.allCases)
    func `previous leads to the start of the item, and from its start to the earlier item`(_ backend: Backend)
        async throws
    {
        let stage = try Stage(backend)
        stage.queue.replace(with: stage.items)
        stage.queue.currentItem = stage.items[1]
        try await stage.player.waitUntil(.ready)
        _ = await stage.player.seek(to: .milliseconds(3500))
        stage.queue.previous()
        #expect(stage.queue.currentItem == stage.items[1] && stage.player.position == .zero)
        try await stage.player.wait { !$0.state.isBuffering }
        stage.queue.previous()
        #expect(stage.queue.currentItem == stage.items[0])
        stage.queue.previous()
        #expect(stage.queue.currentItem == stage.items[0], "there is none before the first")
        _ = await stage.hearsOut()
    }

    @Test(arguments: Backend.allCases)
    func `repeat mode one repeats an item until the mode changes`(_ backend: Backend) async throws {
        let stage = try Stage(backend, 2)
        stage.queue.repeatMode = .one
        let story = stage.player.recordEvents()
        stage.queue.replace(with: stage.items, autoplay: true)
        for _ in 0..<2 {
            stage.harness.media?.advance(by: .seconds(4))
            _ = try await story.next(.item)
            try await stage.player.waitUntil(.started)
        }
        stage.queue.repeatMode = .off
        try await stage.playsOut()
        let changes = await stage.hearsOut()
        let reasons = changes.dropLast().map(\.reason)
        #expect(reasons.first == .load && reasons.last == .natural && reasons.contains(.repeat))
        #expect(changes.dropLast(2).allSatisfy { $0.id == stage.items[0].id })
    }

    @Test(arguments: Backend.allCases)
    func `a queue is repeated by its count`(_ backend: Backend) async throws {
        let stage = try Stage(backend, 2)
        stage.queue.repeatMode = .times(2)
        stage.queue.replace(with: stage.items, autoplay: true)
        try await stage.playsOut()
        let changes = await stage.hearsOut()
        #expect(changes.map(\.reason) == [.load, .natural, .repeat, .natural, .jump])
    }

    @Test(arguments: Backend.allCases)
    func `the end action pause pauses at the end of each item`(_ backend: Backend) async throws {
        let stage = try Stage(backend, 2)
        stage.queue.endAction = .pause
        stage.queue.replace(with: stage.items, autoplay: true)
        try await stage.playsOut()
        #expect(stage.queue.currentItem == stage.items[0] && stage.player.state == .paused(buffering: false))
        stage.queue.next()
        stage.player.play()
        try await stage.playsOut()
        #expect(stage.queue.currentItem == stage.items[1])
        _ = await stage.hearsOut()
    }

    @Test(arguments: Backend.allCases)
    func `queue edits do not interrupt the current item`(_ backend: Backend) async throws {
        let stage = try Stage(backend, isVirtual: false)
        stage.queue.replace(with: stage.items, autoplay: true)
        try await stage.player.waitUntil(.started)
        let film = stage.items[1].media
        let other = stage.queue.insert(film, at: .after(stage.items[0].id))
        stage.queue.items = [stage.items[2], stage.items[0], other]
        #expect(stage.queue.currentItem == stage.items[0] && stage.player.status == .started)
        stage.queue.remove(stage.items[0])
        #expect(stage.queue.currentItem == other && stage.player.snapshot.wantsToPlay)
        stage.queue.remove(other)
        #expect(stage.queue.currentItem == nil && stage.player.state == .idle && stage.queue.count == 1)
        stage.player.play()
        #expect(stage.queue.currentItem == stage.items[2])
        stage.queue.currentItem = nil
        #expect(stage.player.state == .idle && stage.queue.count == 1)
        let changes = await stage.hearsOut()
        #expect(changes.map(\.reason) == [.load, .removed, .removed, .load, .jump])
    }

    @Test(arguments: Backend.allCases)
    func `a queue edit before the end changes the next item`(_ backend: Backend) async throws {
        let stage = try Stage(backend)
        stage.queue.replace(with: stage.items)
        try await stage.player.wait {
            $0.preloadedItems.contains { $0.id == stage.items[1].id && $0.isReady }
        }
        stage.queue.move(stage.items[2], to: .after(stage.items[0].id))
        try await stage.player.wait {
            $0.preloadedItems.contains { $0.id == stage.items[2].id && $0.isReady }
        }
        #expect(stage.player.snapshot.preloadedItems.count == 1)
        stage.player.play()
        try await stage.playsOut()
        let changes = await stage.hearsOut()
        #expect(changes.map(\.id) == [0, 2, 1].map { stage.items[$0].id } + [nil])
    }

    @Test(arguments: Backend.allCases)
    func `load makes a queue of one item`(_ backend: Backend) async throws {
        let stage = try Stage(backend)
        stage.queue.replace(with: stage.items)
        let film = try stage.harness.film(to: .seconds(1))
        stage.player.load(film)
        #expect(stage.queue.items.map(\.media) == [film] && stage.queue.currentItem?.media == film)
        stage.player.reset()
        #expect(stage.queue.isEmpty)
        _ = await stage.hearsOut()
    }

    @Test(arguments: Backend.allCases)
    func `a resume position of an item applies once`(_ backend: Backend) async throws {
        let stage = try Stage(backend, 1)
        var film = try stage.harness.film()
        film.resumePosition = .seconds(3)
        stage.queue.repeatMode = .times(2)
        let item = stage.queue.append(film)
        stage.player.play()
        try await stage.playsOut()
        let changes = await stage.hearsOut()
        #expect(changes.map(\.id) == [item.id, item.id, nil])
        let played = changes.compactMap(\.previous?.played.inSeconds)
        #expect(abs(played[0] - 1) < 0.1 && abs(played[1] - 4) < 0.1, "\(played)")
    }
}
