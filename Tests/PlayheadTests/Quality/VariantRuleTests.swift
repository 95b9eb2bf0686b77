import Testing

@testable import Playhead

/// Which variant is fetched next.
struct VariantRuleTests {
    private static let options = [100, 200, 300, 500, 1000, 2000].enumerated().map {
        VariantRule.Option(index: $0.offset, bitrate: $0.element * 1000)
    }

    /// A stream in parts of two seconds over a network of a given rate, in kbit/s, played from the first part on.
    private struct Course {
        var rule = VariantRule()
        var current = 0
        var now: Duration = .zero
        var ahead: Duration = .zero
        var room: Duration = .seconds(30)
        var measured = 0
        /// The variants of the parts.
        var taken: [Int] = []
        var standstill: Duration = .zero

        mutating func fetch(_ count: Int = 1, at rate: (Int) -> Double) {
            for _ in 0..<count {
                let kilobits = Double(VariantRuleTests.options[current].bitrate) / 1000 * 2
                let time = Duration.seconds(kilobits / rate(taken.count))
                pass(time)
                ahead += .seconds(2)
                measured += Int(kilobits * 125)
                taken.append(current)
                // Nothing is fetched while the buffer is full.
                if ahead > room { pass(ahead - room) }
                current = rule.choice(
                    among: VariantRuleTests.options,
                    in: .init(
                        now: now, current: current, rate: rate(taken.count - 1) * 1000,
                        measured: measured, delay: .zero,
                        part: .seconds(2), ahead: ahead, room: room, speed: 1))
            }
        }

        private mutating func pass(_ time: Duration) {
            now += time
            standstill += max(.zero, time - ahead)
            ahead = max(.zero, ahead - time)
        }

        var changes: Int { zip(taken, taken.dropFirst()).count { $0 != $1 } }
    }

    @Test(arguments: (15...300).map { Double($0 * 10) })
    func `settles over a network that is now faster, now slower`(rate: Double) {
        var course = Course()
        course.fetch(60) { $0.isMultiple(of: 2) ? rate * 1.12 : rate * 0.88 }
        #expect(course.changes <= 6, "\(rate): \(course.taken)")
        #expect(Set(course.taken.suffix(30)).count <= 2 && course.standstill <= .seconds(2))
        let changes = zip(course.taken.suffix(30), course.taken.suffix(29)).count { $0 != $1 }
        #expect(changes <= 1, "\(rate): \(course.taken)")
    }

    @Test func `comes to the best soon where that is but a small part of what the network carries`() {
        var course = Course()
        course.fetch(5) { _ in 20_000 }
        // Four times as much as has come is as much as is believed.
        #expect(course.taken == [0, 2, 4, 5, 5])
    }

    @Test func `goes up only with a filled buffer and after a while`() {
        var course = Course()
        course.fetch(40) { _ in 480 }
        #expect(Set(course.taken).count <= 3 && course.taken.last == 2)
        let first = course.taken.firstIndex(of: 2) ?? 0
        #expect(first >= 4 && course.changes <= 2, "\(course.taken)")
    }

    @Test func `goes down at once where the buffer drains, and not before`() {
        var course = Course()
        course.fetch(60) { _ in 2000 }
        #expect(course.current == 4 && course.ahead > .seconds(25))
        // What is held outlasts a short weakness.
        course.fetch(1) { _ in 800 }
        #expect(course.current == 4)
        course.fetch(20) { _ in 400 }
        #expect(course.standstill <= .seconds(2) && course.current <= 2, "\(course.taken)")
    }

    @Test func `leaves a variant soon after it was taken only where playback would stand still`() {
        var rule = VariantRule()
        func choice(_ current: Int, at now: Int, rate: Double, ahead: Int) -> Int {
            rule.choice(
                among: Self.options,
                in: .init(
                    now: .seconds(now), current: current, rate: rate, measured: 1 << 20, delay: .zero,
                    part: .seconds(2),
                    ahead: .seconds(ahead), room: .seconds(30), speed: 1))
        }
        #expect(choice(0, at: 0, rate: 8_000_000, ahead: 12) == 5)
        #expect(choice(5, at: 2, rate: 1_000_000, ahead: 10) == 5)
        #expect(choice(5, at: 3, rate: 1_000_000, ahead: 3) == 3)
        // Nor is it taken again soon.
        #expect(choice(3, at: 14, rate: 8_000_000, ahead: 20) == 4)
        #expect(choice(4, at: 22, rate: 8_000_000, ahead: 20) == 4)
        #expect(choice(4, at: 24, rate: 8_000_000, ahead: 20) == 5)
    }

    @Test func `of a live stream that holds little, expects no more than that`() {
        var course = Course()
        course.room = .seconds(6)
        course.fetch(20) { _ in 480 }
        #expect(course.current == 2 && course.changes <= 2, "\(course.taken)")
    }

    @Test func `needs more of a network at more speed, and where answers begin late`() {
        func choice(_ speed: Double, _ delay: Duration) -> Int {
            var rule = VariantRule()
            return rule.choice(
                among: Self.options,
                in: .init(
                    now: .zero, current: 0, rate: 3_000_000, measured: 1 << 20, delay: delay,
                    part: .seconds(2),
                    ahead: .seconds(30), room: .seconds(30), speed: speed))
        }
        #expect(choice(1, .zero) == 4 && choice(2, .zero) == 3 && choice(1, .seconds(1)) == 3)
    }

    @Test func `a variant that is not offered is kept`() {
        var rule = VariantRule()
        let chosen = rule.choice(
            among: Self.options,
            in: .init(
                now: .zero, current: 17, rate: 1e6, measured: 0, delay: .zero, part: .seconds(2),
                ahead: .zero,
                room: .zero, speed: 1))
        #expect(chosen == 17)
    }
}
