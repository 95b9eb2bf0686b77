import Playhead
import PlayheadTesting
import Testing

/// Contract 3.6: snapshots and values as asynchronous sequences.
@Suite(.timeLimit(.minutes(1)))
struct SequenceTests {
    @Test func `3.6: values start with the current one and have no equal neighbours`() async throws {
        let harness = Harness(.fake)
        let player = harness.player
        player.volume = 0.5
        let volumes = player.values(of: \.volume)
        player.isMuted = true
        player.volume = 0.25
        player.volume = 0.25
        player.volume = 0.5
        await player.close()
        var seen: [Double] = []
        for await volume in volumes { seen.append(volume) }
        #expect(seen == [0.5, 0.25, 0.5])
    }

    @Test func `3.6: snapshots have no equal neighbours after a dropped one`() async throws {
        let harness = Harness(.fake)
        let (player, media) = (harness.player, try #require(harness.media))
        player.load(try harness.film())
        try await player.waitUntil(.ready)
        media.buffer(upTo: .seconds(1))
        var snapshots = player.snapshots.makeAsyncIterator()
        #expect(await snapshots.next(isolation: nil)?.bufferedPosition == .seconds(1))
        media.buffer(upTo: .seconds(2))
        media.buffer(upTo: .seconds(1))
        player.isMuted = true
        #expect(await snapshots.next(isolation: nil)?.isMuted == true)
    }

    @Test func `3.6: values have no equal neighbours after dropped ones`() async throws {
        let player = Harness(.fake).player
        var volumes = player.values(of: \.volume).makeAsyncIterator()
        #expect(await volumes.next(isolation: nil) == 1)
        for _ in 0..<128 {
            player.volume = 0.5
            player.volume = 1
        }
        player.volume = 0.5
        #expect(await volumes.next(isolation: nil) == 0.5)
    }

    @Test func `3.6: snapshots start with the current one and end when the player is closed`() async throws {
        let harness = Harness(.fake)
        let player = harness.player
        let snapshots = player.snapshots
        player.load(try harness.film())
        try await player.waitUntil(.ready)
        await player.close()
        var statuses: [ItemStatus] = []
        for await snapshot in snapshots where statuses.last != snapshot.status {
            statuses.append(snapshot.status)
        }
        #expect(statuses == [.idle, .opening, .ready, .stopped, .closed])
    }

    @Test func `3.6: all consumers of values receive the same values`() async throws {
        let harness = Harness(.fake)
        let player = harness.player
        let sequences = (0..<10).map { _ in player.events }
        player.load(try harness.film(), autoplay: true)
        try await harness.playsToEnd()
        await player.close()
        var heard: [[PlayerEvent]] = []
        for sequence in sequences {
            var events: [PlayerEvent] = []
            for await event in sequence where !event.isPosition { events.append(event) }
            heard.append(events)
        }
        #expect(heard.allSatisfy { $0 == heard[0] && !$0.isEmpty })
    }

    @Test
    func `3.6: a slow consumer loses bounded events, and never an error, an end or an item change`()
        async throws
    {
        let harness = Harness(.fake)
        let player = harness.player
        let events = player.events
        player.load(try harness.film())
        try await player.waitUntil(.ready)
        for step in 0..<3000 { player.volume = step.isMultiple(of: 2) ? 0.25 : 0.75 }
        player.reset()
        await player.close()
        var heard: [PlayerEvent] = []
        for await event in events { heard.append(event) }
        #expect(heard.count <= 1024)
        let film = try harness.film()
        #expect(heard.contains { $0.isItem(film) })
        #expect(heard.contains(.finished(.stopped)))
        #expect(heard.contains { $0.isItem(nil) })
    }

    @Test func `3.6: an error is never dropped from a full event sequence`() async throws {
        let harness = Harness(.fake)
        let player = harness.player
        let events = player.events
        for _ in 0..<10 {
            harness.loadMissing()
            for step in 0..<500 { player.volume = step.isMultiple(of: 2) ? 0.25 : 0.75 }
        }
        await player.close()
        let heard = await collecting(events).value
        #expect(heard.count <= 1024)
        #expect(heard.count { if case .error = $0 { true } else { false } } == 10)
        #expect(heard.count { $0 == .finished(.error) } == 10)
    }

    @Test func `3.6: untaken values and snapshots are dropped from the oldest`() async throws {
        let harness = Harness(.fake)
        let player = harness.player
        let volumes = player.values(of: \.volume)
        let snapshots = player.snapshots
        for step in 0..<1000 { player.volume = Double(step) / 1000 }
        await player.close()
        let taken = await collecting(volumes).value
        #expect(taken.count == 256 && taken.last == 0.999)
        #expect(taken.isAscending)
        let last = await collecting(snapshots).value
        #expect(last.count == 256 && last.last == player.snapshot)
    }

    @Test func `3.6: snapshots that differ in fast facts alone are merged`() async throws {
        let harness = Harness(.fake)
        let player = harness.player
        player.load(try harness.long(), autoplay: true)
        let snapshots = player.snapshots
        harness.media?.advance(by: .seconds(50))
        player.isMuted = true
        await player.close()
        let taken = await collecting(snapshots).value
        #expect(taken.count < 10)
        #expect(taken.contains { $0.position == .seconds(50) && $0.state.isPlaying })
    }

    @Test func `3.6: cancellation of a consumer ends its sequence and no other`() async throws {
        let harness = Harness(.fake)
        let player = harness.player
        let (first, second) = (player.values(of: \.isMuted), player.values(of: \.isMuted))
        let task = Task {
            var count = 0
            for await _ in first { count += 1 }
            return count
        }
        task.cancel()
        #expect(await task.value <= 1)
        player.isMuted = true
        await player.close()
        var seen: [Bool] = []
        for await value in second { seen.append(value) }
        #expect(seen == [false, true])
    }
}

extension PlayerEvent {
    fileprivate var isPosition: Bool { if case .positionChanged = self { true } else { false } }
}
