import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import PlayheadCheck

@Suite struct `An expectation` {
    static let forms: [(text: String, predicate: Predicate)] = [
        ("no-stall", .no(.stall)), ("no-dead-channel", .no(.deadChannel)), (" no-black ", .no(.black)),
        (
            "duration=12s±40ms",
            .measure(.duration, Comparison(relation: .equals, value: 12, tolerance: 0.04))
        ),
        (
            "duration == 1.5 min +- 2 s",
            .measure(.duration, Comparison(relation: .equals, value: 90, tolerance: 2))
        ),
        ("duration=none", .measure(.duration, Comparison(relation: .equals, value: nil))),
        ("position>=3s", .measure(.position, Comparison(relation: .atLeast, value: 3))),
        ("position ≤ 3s", .measure(.position, Comparison(relation: .atMost, value: 3))),
        ("frames=300", .measure(.frames, Comparison(relation: .equals, value: 300))),
        ("frames!=300", .measure(.frames, Comparison(relation: .isNot, value: 300))),
        ("stalls<2", .measure(.stalls, Comparison(relation: .less, value: 2))),
        ("loudness=-23±1", .measure(.loudness, Comparison(relation: .equals, value: -23, tolerance: 1))),
        ("requests(\"*.ts\")=3", .measure(.requests("*.ts"), Comparison(relation: .equals, value: 3))),
        ("requests(\"a>=b\")>0", .measure(.requests("a>=b"), Comparison(relation: .more, value: 0))),
        ("exit=4", .measure(.exit, Comparison(relation: .equals, value: 4))),
        ("ends=natural", .word(.ends, isNot: false, ["natural"])),
        ("ends=none", .word(.ends, isNot: false, ["none"])),
        ("error != notFound | httpStatus", .word(.error, isNot: true, ["notFound", "httpStatus"])),
        ("state=playingBuffering", .word(.state, isNot: false, ["playingBuffering"])),
        ("status=ended", .word(.status, isNot: false, ["ended"])),
        ("subtitle=\"a = b\"", .word(.subtitle, isNot: false, ["a = b"])),
    ]

    @Test(arguments: forms) func `is read as it is meant`(text: String, predicate: Predicate) throws {
        #expect(try Scenario.Expectation(text).predicate == predicate)
    }

    static let mistakes: [(text: String, message: String)] = [
        ("", "expected an expectation such as"), ("natural", "expected an expectation such as"),
        ("no-sound", "`no-sound` is not known; known are no-stall"),
        ("duraton=12s", "`duraton` is not known; known are cues, duration"),
        ("duration=12", "expected a time such as 250 ms, 2 s or 1.5 min, not `12`"),
        ("duration=", "nothing stands behind ="), ("duration=12s±", "expected a time"),
        ("duration=1s±1s±1s", "expected a time"), ("duration>=1s±1s", "± belongs to = and !="),
        ("frames=3.5", "expected a whole number, not `3.5`"), ("frames=-1", "expected a whole number"),
        ("frames=none", "expected a whole number"), ("speed=fast", "expected a number"),
        ("speed=nan", "expected a number"), ("requests(\"\")=1", "the path is empty"),
        ("requests=1", "`requests` is not known"), ("ends=well", "`well` is not known; known are natural"),
        ("ends>natural", "`ends` is a word"), ("error=natural", "`natural` is not known"),
        ("state=playing|", "`` is not known"),
    ]

    @Test(arguments: mistakes) func `says what is wrong with it`(text: String, message: String) throws {
        let error = try #require(throws: WordingError.self) { try Scenario.Expectation(text) }
        #expect(error.description.hasPrefix(message), "\(error)")
    }

    private static var measurements: Measurements {
        var machine = PlayerMachine()
        machine.duration = .milliseconds(12_030)
        machine.timeline.jump(to: .seconds(3), at: Moment(now: .zero))
        machine.endReason = .truncated
        machine.error = PlayerError(.connectionLost, "It broke")
        machine.isMuted = true
        var measurements = Measurements(snapshot: machine.snapshot)
        measurements.events.stalls = 2
        measurements.events.cues = ["a", "b"]
        measurements.videoFrames = 299
        return measurements
    }

    @Test(arguments: [
        "duration=12s±40ms", "duration>=12s", "duration<13s", "duration!=12s", "duration=12.03s",
        "position=3s", "played=0s", "frames>=298", "frames=300±1", "cues=2", "stalls<=2", "exit=4",
        "volume=0",
        "speed=1", "ends=truncated", "ends!=natural", "ends=natural|truncated", "error=connectionLost",
        "state=idle", "subtitle=none", "no-warning", "warnings=0",
    ])
    func `is met by what is so`(text: String) throws {
        #expect(try Scenario.Expectation(text).predicate.evaluate(Self.measurements) == .met)
    }

    @Test(arguments: [
        ("duration=12s±20ms", "expected 12 s±0.02 s, found 12.03 s"),
        ("position>3s", "expected more than 3 s, found 3 s"),
        ("duration=none", "expected none, found 12.03 s"),
        ("frames=300", "expected 300, found 299"),
        ("no-stall", "expected no stall, found 2 times"),
        ("no-error", "expected no error, found connectionLost: It broke"),
        ("ends=natural", "expected natural, found truncated (It broke)"),
        ("error!=connectionLost", "expected anything but connectionLost, found connectionLost (It broke)"),
        ("subtitle=a", "expected a, found none"),
    ])
    func `that is not met says what was found`(text: String, found: String) throws {
        #expect(try Scenario.Expectation(text).predicate.evaluate(Self.measurements) == .unmet(found))
    }

    @Test(arguments: ["requests(\"**\")=0", "loudness=-23±1"])
    func `that cannot be told says so`(text: String) throws {
        guard case .unknown = try Scenario.Expectation(text).predicate.evaluate(Self.measurements) else {
            Issue.record("\(text) was told")
            return
        }
    }
}
