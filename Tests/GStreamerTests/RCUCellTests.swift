import Dispatch
import GStreamer
import PlayheadSystem
import Synchronization
import Testing

/// What is read while it is replaced.
struct PublishedTests {
    /// Counts those that live.
    private final class Counted: Sendable {
        let live: Mutex<Int>.Holder
        let numbers: [Int]

        init(_ number: Int, _ live: Mutex<Int>.Holder) {
            (self.live, numbers) = (live, Array(repeating: number, count: 8))
            live.value.withLock { $0 += 1 }
        }

        deinit { live.value.withLock { $0 -= 1 } }
    }

    @Test func `published values are read whole and in order, and replaced ones are released`() {
        let live = Mutex<Int>.Holder()
        do {
            let published = RCUCell(Counted(0, live))
            let isOver = Atomic(false)
            let faults = Mutex<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 5) { thread in
                guard thread > 0 else {
                    for number in 1...20_000 { published.replace(with: Counted(number, live)) }
                    return isOver.store(true, ordering: .sequentiallyConsistent)
                }
                var last = 0
                while !isOver.load(ordering: .sequentiallyConsistent) {
                    let numbers = published.read { $0.numbers }
                    if Set(numbers).count != 1 || numbers[0] < last {
                        faults.withLock { $0.append("\(numbers) after \(last)") }
                    }
                    last = numbers[0]
                }
            }
            #expect(faults.withLock { $0 }.isEmpty)
            #expect(published.read { $0.numbers[0] } == 20_000)
            // Nobody reads any more: two replacements later, only the current value and the one before may be left.
            for number in 1...2 { published.replace(with: Counted(number, live)) }
            #expect(live.value.withLock { $0 } <= 2)
        }
        #expect(live.value.withLock { $0 } == 0)
    }
}

extension Mutex where Value == Int {
    /// A number that several share.
    fileprivate final class Holder: Sendable {
        let value = Mutex(0)
    }
}
