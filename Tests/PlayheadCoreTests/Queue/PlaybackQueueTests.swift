import Testing

@testable import CoreTestSupport
@testable import PlayheadCore
@testable import TestBasics

/// The queue as a value, held against a plain array.
@Suite struct PlaybackQueueTests {
    private static func item(_ number: Int) -> QueueItem {
        QueueItem(id: QueueItem.ID(number: number), MediaItem(uri: "fake://\(number)"))
    }

    private static func queue(_ count: Int) -> PlaybackQueue {
        var queue = PlaybackQueue()
        _ = queue.apply(.replace((1...count).map(item)))
        return queue
    }

    @Test(arguments: UInt64(1)...40)
    func `random edits of a queue match an array`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var (queue, plain) = (PlaybackQueue(), PlainList())
        if seed.isMultiple(of: 3) { _ = queue.apply(.shuffle(seed)) }
        for _ in 0..<300 {
            let pick = { (random: inout SeededGenerator) in Self.item(.random(in: 1...120, using: &random)) }
            let some = { (random: inout SeededGenerator) in
                Array(Set((0..<Int.random(in: 1...6, using: &random)).map { _ in pick(&random) }))
                    .sorted { $0.id < $1.id }
            }
            let place: QueuePosition =
                switch Int.random(in: 0..<4, using: &random) {
                case 0: .beginning
                case 1: .end
                case 2: .before(pick(&random).id)
                default: .after(pick(&random).id)
                }
            let edit: QueueEdit =
                switch Int.random(in: 0..<20, using: &random) {
                case 0: .replace(some(&random))
                case 1...8: .insert(some(&random), place)
                case 9...14: .move(some(&random).map(\.id), place)
                default: .remove(some(&random).map(\.id))
                }
            let before = queue
            let changed = queue.apply(edit)
            plain.apply(edit)
            #expect(queue.items.map(\.id) == plain.ids, "seed \(seed), \(edit)")
            if !changed { #expect(before.items == queue.items, "seed \(seed), \(edit)") }
            #expect(queue.count == plain.ids.count)
            if let id = plain.ids.randomElement(using: &random), Bool.random(using: &random) {
                queue.currentID = id
            }
            // What is kept beside the list is what follows from it.
            #expect(queue.currentIndex == queue.currentID.flatMap(plain.ids.firstIndex))
            if queue.isShuffled {
                #expect(queue.turns == queue.entries.sorted { $0.key < $1.key }.map(\.item.id))
            }
            for (index, id) in plain.ids.enumerated() where index.isMultiple(of: 7) {
                #expect(queue.index(of: id) == index && queue[index].id == id)
            }
        }
    }

    @Test(arguments: [1, 2, 7, 100, 500])
    func `a shuffled round has every item once`(_ count: Int) {
        var queue = Self.queue(count)
        queue.currentID = queue[count / 2].id
        _ = queue.apply(.shuffle(7))
        #expect(queue.firstItem?.id == queue.currentID)
        var seen = [queue.currentID]
        while let next = queue.upcomingItem {
            queue.advance(to: next.id)
            seen.append(next.id)
            #expect(seen.count <= count)
        }
        #expect(Set(seen).count == count)
        for id in seen.dropLast().reversed() {
            queue.currentID = queue.previousItem?.id
            #expect(queue.currentID == id)
        }
    }

    @Test func `a seed always gives the same shuffle order, also after edits`() {
        let order = { (queue: PlaybackQueue) in
            var (queue, order) = (queue, [QueueItem.ID]())
            while let next = queue.upcomingItem {
                queue.advance(to: next.id)
                order.append(next.id)
            }
            return order
        }
        var (first, second) = (Self.queue(50), Self.queue(50))
        _ = first.apply(.shuffle(11))
        _ = second.apply(.shuffle(11))
        #expect(order(first) == order(second))
        #expect(order(first) != first.items.map(\.id))
        let before = order(first)
        first.currentID = before[20]
        _ = first.apply(.insert([Self.item(1000)], .beginning))
        _ = first.apply(.remove([before[30]]))
        let rest = order(first)
        #expect(rest.contains(QueueItem.ID(number: 1000)), "what is added has its turn in this round")
        #expect(rest.filter { $0.number != 1000 } == before[21...].filter { $0 != before[30] })
        _ = second.apply(.shuffle(nil))
        #expect(order(second) == second.items.map(\.id))
    }

    @Test func `the next item depends on the repeat mode`() {
        var queue = Self.queue(3)
        #expect(queue.upcomingItem?.id.number == 1, "nothing is current yet")
        queue.currentID = QueueItem.ID(number: 3)
        #expect(queue.upcomingItem == nil && queue.nextItem == nil)
        _ = queue.apply(.setRepeatMode(.one))
        #expect(queue.upcomingItem?.id.number == 3 && queue.nextItem?.id.number == 1)
        _ = queue.apply(.setRepeatMode(.all))
        #expect(queue.upcomingItem?.id.number == 1 && queue.previousItem?.id.number == 2)
        _ = queue.apply(.setRepeatMode(.times(2)))
        var order: [Int] = []
        while let next = queue.upcomingItem {
            queue.advance(to: next.id)
            order.append(next.id.number)
        }
        #expect(order == [1, 2, 3])
        #expect(Self.queue(1).upcomingItems(3).map(\.id.number) == [1])
        #expect(Self.queue(5).upcomingItems(3).map(\.id.number) == [1, 2, 3])
    }

    @Test func `an empty queue has no items`() {
        let queue = PlaybackQueue()
        #expect(queue.isEmpty && queue.items.isEmpty && queue.firstItem == nil && queue.lastItem == nil)
        #expect(queue.nextItem == nil && queue.previousItem == nil && queue.upcomingItem == nil)
    }

    @Test func `copies of a long queue stay unchanged`() {
        var queue = PlaybackQueue()
        var olds: [PlaybackQueue] = []
        for number in 1...1000 {
            if number.isMultiple(of: 100) { olds.append(queue) }
            _ = queue.apply(.insert([Self.item(number)], .end))
        }
        for (index, old) in olds.enumerated() {
            #expect(old.items.map(\.id.number) == Array(1...(index * 100 + 99)))
        }
    }

    @Test(arguments: UInt64(1)...5) func `a shuffled queue plays appended items after all others`(
        _ seed: UInt64
    ) {
        var queue = Self.queue(3)
        queue.currentID = queue[0].id
        _ = queue.apply(.shuffle(seed))
        while let next = queue.upcomingItem { queue.advance(to: next.id) }
        for number in 4...400 {
            _ = queue.apply(.insert([Self.item(number)], .end))
            let next = queue.upcomingItem
            #expect(next?.id.number == number)
            if let next { queue.advance(to: next.id) }
        }
        #expect(Set(queue.entries.map(\.key)).count == queue.count)
    }

    @Test func `decoded item IDs are not assigned again`() throws {
        let data = Array(#"{"number":5000000}"#.utf8)
        let id = try RecordingFormat.decode(QueueItem.ID.self, from: data)
        #expect(id.number == 5_000_000 && QueueItem(MediaItem(uri: "fake://new")).id > id)
    }
}

extension PlaybackQueue {
    /// The items in the order in which they have their turns.
    fileprivate var turns: [QueueItem.ID] {
        var (turns, entry) = ([QueueItem.ID](), order.first)
        while let next = entry {
            turns.append(next.item.id)
            entry = order.entry(behind: next.key)
        }
        return turns
    }
}
