import Testing

@testable import PlayheadCore
@testable import TestBasics

/// What is due at media times, as a value (contract 3.8).
struct WatchedTimesTests {
    private func stretch(_ from: Duration, _ through: Duration) -> Stretch {
        Stretch(from: from, through: through)
    }

    @Test func `a range of times includes its end and not its start, in either direction`() {
        let watched = TimeSubscriptions(every: .milliseconds(250))
        let second = [250, 500, 750, 1000].map { Duration.milliseconds($0) }
        #expect(watched.times(on: stretch(.zero, .seconds(1)), limit: 9) == second)
        #expect(watched.times(on: stretch(.seconds(1), .milliseconds(1249)), limit: 9).isEmpty)
        let back = [750, 500, 250, 0].map { Duration.milliseconds($0) }
        #expect(watched.times(on: stretch(.seconds(1), .zero), limit: 9) == back)
        #expect(watched.times(on: stretch(.milliseconds(249), .milliseconds(1)), limit: 9).isEmpty)
    }

    @Test func `multiples of an interval are exact`() {
        let watched = TimeSubscriptions(every: .nanoseconds(33_366_667))
        var position: Duration = .zero
        for count in 1...100_000 {
            guard let next = watched.next(after: position) else { break }
            if next != .nanoseconds(33_366_667 * count) { Issue.record("\(next) at \(count)") }
            position = next
        }
        #expect(position == .nanoseconds(3_336_666_700_000))
        #expect(watched.next(after: position, backwards: true) == .nanoseconds(33_366_667 * 99_999))
    }

    @Test func `single times may be unsorted, repeated and outside the medium`() {
        let odd: [Duration] = [
            .seconds(3), .seconds(1), .seconds(3), .seconds(-2), .zero, Duration(attoseconds: .max),
            Duration(attoseconds: .min), .seconds(2),
        ]
        let watched = TimeSubscriptions(at: odd)
        let forwards = watched.times(on: stretch(.zero, .seconds(100)), limit: 9)
        #expect(forwards == [.seconds(1), .seconds(2), .seconds(3)])
        let backwards = watched.times(on: stretch(.seconds(100), .zero), limit: 9)
        #expect(backwards == [.seconds(3), .seconds(2), .seconds(1), .zero])
        #expect(watched.next(after: .seconds(3)) == nil)
        #expect(watched.next(after: .zero, backwards: true) == nil)
    }

    @Test(arguments: [Duration.zero, .seconds(-1), .nanoseconds(1), Duration(attoseconds: .min)])
    func `intervals below 1 ms count as 1 ms`(_ interval: Duration) {
        #expect(TimeSubscriptions(every: interval) == TimeSubscriptions(every: .milliseconds(1)))
    }

    @Test(arguments: [Duration.seconds(Int64.max), Duration(attoseconds: .max), .nanoseconds(Int64.max)])
    func `extreme intervals give no tick and no overflow`(_ interval: Duration) {
        let watched = TimeSubscriptions(every: interval)
        #expect(watched.times(on: stretch(.zero, .seconds(1_000_000)), limit: 9).isEmpty)
        #expect(watched.next(after: .seconds(1_000_000)) == .nanoseconds(Int64.max))
        #expect(watched.next(after: .seconds(1), backwards: true) == .zero)
    }

    @Test func `an empty set of times has no next time`() {
        let watched = TimeSubscriptions(at: [])
        #expect(watched.isEmpty && watched == TimeSubscriptions())
        #expect(watched.next(after: .zero) == nil)
        #expect(watched.times(on: stretch(.zero, .seconds(9)), limit: 9).isEmpty)
    }

    @Test func `a limited range keeps its last times`() {
        let watched = TimeSubscriptions(every: .milliseconds(1))
        let forwards = watched.times(on: stretch(.zero, .seconds(100_000)), limit: 2)
        #expect(forwards == [.milliseconds(99_999_999), .seconds(100_000)])
        let backwards = watched.times(on: stretch(.seconds(100_000), .zero), limit: 2)
        #expect(backwards == [.milliseconds(1), .zero])
    }

    @Test func `the times of a range equal the next times one after another`() {
        for seed in UInt64(1)...300 {
            var random = SeededGenerator(seed: seed)
            func time() -> Duration { .milliseconds(Int.random(in: 0...3000, using: &random)) }
            var watched = TimeSubscriptions(
                at: (0..<Int.random(in: 0...6, using: &random)).map { _ in time() })
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                watched.formUnion(TimeSubscriptions(every: time() + .milliseconds(40)))
            }
            let (from, through) = (time(), time())
            let isBackwards = through < from
            var walked: [Duration] = []
            var position = from
            while let next = watched.next(after: position, backwards: isBackwards),
                isBackwards ? next >= through : next <= through
            {
                walked.append(next)
                position = next
            }
            #expect(watched.times(on: stretch(from, through), limit: 1000) == walked, "seed \(seed)")
        }
    }
}
