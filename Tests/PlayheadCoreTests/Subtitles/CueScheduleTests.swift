import Testing

@testable import PlayheadCore
@testable import TestBasics

/// Which subtitle is due when (contract 4.4).
struct CueScheduleTests {
    private static func cue(_ text: String, _ start: Int, _ end: Int) -> SubtitleCue {
        SubtitleCue(text: text, start: .milliseconds(start), end: .milliseconds(end))
    }

    private func schedule(_ cues: (String, Int, Int)...) -> CueSchedule {
        var schedule = CueSchedule()
        for (text, start, end) in cues { schedule.add(Self.cue(text, start, end)) }
        return schedule
    }

    private func text(_ schedule: CueSchedule, at position: Int) -> String? {
        SubtitleCue(joining: schedule.due(at: .milliseconds(position)))?.text
    }

    @Test func `4.4: a cue is due from its start up to its end`() {
        let schedule = schedule(("a", 400, 1200))
        #expect(text(schedule, at: 399) == nil)
        #expect(text(schedule, at: 400) == "a")
        #expect(text(schedule, at: 1199) == "a")
        #expect(text(schedule, at: 1200) == nil)
    }

    @Test func `4.4: overlapping cues are joined in the order of their starts`() {
        let schedule = schedule(("b", 500, 900), ("a", 100, 700), ("c", 2000, 3000))
        #expect(text(schedule, at: 600) == "a\nb")
        #expect(text(schedule, at: 800) == "b")
        let joined = SubtitleCue(joining: schedule.due(at: .milliseconds(600)))
        #expect(joined?.start == .milliseconds(500))
        #expect(joined?.end == .milliseconds(700))
    }

    @Test func `a repeated cue counts once, and another one with the same start counts too`() {
        let schedule = schedule(("a", 100, 700), ("a", 100, 700), ("b", 100, 700))
        #expect(schedule.cues.count == 2)
    }

    @Test func `the next cue change is the nearest one in the direction of playback`() {
        let schedule = schedule(("a", 100, 700), ("b", 500, 900))
        #expect(schedule.nextChange(after: .zero) == .milliseconds(100))
        #expect(schedule.nextChange(after: .milliseconds(100)) == .milliseconds(500))
        #expect(schedule.nextChange(after: .milliseconds(900)) == nil)
        #expect(schedule.nextChange(after: .milliseconds(900), backwards: true) == .milliseconds(700))
    }

    @Test func `a cue in backward playback is due from its end down to its start`() {
        let schedule = schedule(("a", 100, 700))
        #expect(schedule.due(at: .milliseconds(700), backwards: true).map(\.text) == ["a"])
        #expect(schedule.due(at: .milliseconds(100), backwards: true).isEmpty)
    }

    @Test func `every cue change of a range is known`() {
        let schedule = schedule(("a", 100, 300), ("b", 300, 600))
        let changes = schedule.changes(after: .zero, through: .milliseconds(600))
        #expect(changes == [.milliseconds(100), .milliseconds(300), .milliseconds(600)])
        #expect(schedule.changes(after: .milliseconds(100), through: .milliseconds(250)) == [])
    }

    @Test func `the cue schedule matches a search of all cues, in any order of arrival`() {
        var random = SeededGenerator(seed: 7)
        for round in 0..<60 {
            let cues = (0..<Int.random(in: 0...300, using: &random)).map { number in
                let start = Int.random(in: 0...2000, using: &random)
                let length = Int.random(in: 1...(round.isMultiple(of: 3) ? 2000 : 40), using: &random)
                return Self.cue("\(number)", start, start + length)
            }
            var grown = CueSchedule()
            for cue in cues { grown.add(cue) }
            let whole = CueSchedule(cues)
            #expect(whole == grown)
            for _ in 0..<20 {
                let place = Duration.milliseconds(Int.random(in: -10...2100, using: &random))
                let due = cues.filter { $0.start <= place && place < $0.end }
                let expected = due.enumerated().sorted {
                    ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
                }
                #expect(whole.due(at: place) == expected.suffix(CueSchedule.mostAtOnce).map(\.element))
                let changes = cues.flatMap { [$0.start, $0.end] }
                #expect(whole.nextChange(after: place) == changes.filter { $0 > place }.min())
                #expect(
                    whole.nextChange(after: place, backwards: true) == changes.filter { $0 < place }.max())
                let end = place + .milliseconds(100)
                let expectedChanges = Set(changes.filter { $0 > place && $0 <= end }).sorted()
                #expect(whole.changes(after: place, through: end) == expectedChanges)
            }
        }
    }

    /// Looking at each of 100,000 cues for each of 10,000 questions would take minutes.
    @Test(.apart, .timeLimit(.minutes(1)))
    func `100,000 cues under an endless one are scheduled in time`() {
        let long = Self.cue("long", 0, 200_000_000)
        let schedule = CueSchedule(
            [long] + (0..<100_000).map { Self.cue("\($0)", $0 * 1000, $0 * 1000 + 900) })
        for number in 0..<10_000 {
            let place = Duration.milliseconds(number * 10_000 + 500)
            #expect(schedule.due(at: place).map(\.text) == ["long", "\(number * 10)"])
            #expect(schedule.nextChange(after: place) == place + .milliseconds(400))
        }
    }
}
