import Testing

@testable import Playhead

/// Which subtitle is due when (contract 4.4).
struct CueScheduleTests {
    private func schedule(_ cues: (String, Int, Int)...) -> CueSchedule {
        var schedule = CueSchedule()
        for (text, start, end) in cues {
            schedule.add(SubtitleCue(text: text, start: .milliseconds(start), end: .milliseconds(end)))
        }
        return schedule
    }

    @Test func `a text is due from its start up to its end`() {
        let schedule = schedule(("a", 400, 1200))
        #expect(schedule.cue(at: .milliseconds(399))?.text == nil)
        #expect(schedule.cue(at: .milliseconds(400))?.text == "a")
        #expect(schedule.cue(at: .milliseconds(1199))?.text == "a")
        #expect(schedule.cue(at: .milliseconds(1200))?.text == nil)
    }

    @Test func `texts that overlap are joined in order of start, whatever order they came in`() {
        let schedule = schedule(("b", 500, 900), ("a", 100, 700), ("c", 2000, 3000))
        #expect(schedule.cue(at: .milliseconds(600))?.text == "a\nb")
        #expect(schedule.cue(at: .milliseconds(800))?.text == "b")
    }

    @Test func `a cue that comes twice counts once, a different one with the same start counts too`() {
        let schedule = schedule(("a", 100, 700), ("a", 100, 700), ("b", 100, 700))
        #expect(schedule.cues.count == 2)
    }

    @Test func `the next change is the nearest one in the direction of play`() {
        let schedule = schedule(("a", 100, 700), ("b", 500, 900))
        #expect(schedule.nextChange(after: .zero) == .milliseconds(100))
        #expect(schedule.nextChange(after: .milliseconds(100)) == .milliseconds(500))
        #expect(schedule.nextChange(after: .milliseconds(900)) == nil)
        #expect(schedule.nextChange(after: .milliseconds(900), backwards: true) == .milliseconds(700))
    }

    @Test func `every change of a stretch is known, so that none is lost to a late wake`() {
        let schedule = schedule(("a", 100, 300), ("b", 300, 600))
        let changes = schedule.changes(after: .zero, through: .milliseconds(600))
        #expect(changes == [.milliseconds(100), .milliseconds(300), .milliseconds(600)])
        #expect(schedule.changes(after: .milliseconds(100), through: .milliseconds(250)) == [])
    }
}

/// Plain text out of dirty markup.
struct MarkupTextTests {
    @Test(arguments: [
        ("Salt & pepper", "Salt & pepper"), ("<i>Salt</i> &amp; pepper", "Salt & pepper"),
        ("a < b > c", "a < b > c"),
        ("<v Anna>Hello</v>", "Hello"), ("one\r\ntwo\r\n", "one\ntwo"), ("&lt;b&gt;", "<b>"),
        ("&#228;&#xe4;", "ää"),
        ("&unknown; & &", "&unknown; & &"), ("<font color=\"#fff\">x</font>", "x"), ("1 <3 2", "1 <3 2"),
        ("", ""),
        ("&#0;&#xD800;", "\u{0}&#xD800;"), ("<i>open", "open"), ("a<", "a<"),
    ])
    func `what a person reads is left`(_ markup: String, _ text: String) {
        #expect(MarkupText.plain(markup) == text)
    }
}
