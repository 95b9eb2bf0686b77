import Playhead
import PlayheadServer
import Testing

@testable import PlayheadCheck

@Suite struct `A step` {
    static let forms: [(text: String, action: Action)] = [
        ("play", .play), (" pause ", .pause), ("stop", .stop), ("retry", .retry),
        ("mute", .mute(true)), ("unmute", .mute(false)),
        ("seek to 3 s", .seek(to: .seconds(3), .exact)), ("seek to 3s", .seek(to: .seconds(3), .exact)),
        ("seek to 1.5 min before", .seek(to: .seconds(90), .before)),
        ("seek  to 250ms near", .seek(to: .milliseconds(250), .near)),
        ("seek by 3s", .skip(by: .seconds(3))), ("seek by -3 s", .skip(by: .seconds(-3))),
        ("step 1", .frames(1)), ("step -2", .frames(-2)), ("speed 2", .speed(2)),
        ("speed -0.5", .speed(-0.5)),
        ("volume 0.25", .volume(0.25)), ("load other film.mp4", .load("other film.mp4")),
        ("load \"a b\"", .load("a b")),
        ("wait 2 s", .wait(.time(.seconds(2)))), ("wait for 2s", .wait(.time(.seconds(2)))),
        ("wait for position 3 s", .wait(.position(.seconds(3)))), ("wait for end", .wait(.end)),
        ("wait end", .wait(.end)), ("wait for error", .wait(.error)), ("wait for cue", .wait(.cue(nil))),
        ("wait for cue \"Salt & pepper\"", .wait(.cue("Salt & pepper"))),
        ("wait for playing", .wait(.state(.playing(buffering: false)))),
        ("wait for ready", .wait(.status(.ready))),
        ("wait for requests(\"*.ts\") 3", .wait(.requests("*.ts", 3))),
        ("wait for requests(*.ts)", .wait(.requests("*.ts", 1))),
    ]

    @Test(arguments: forms) func `is read as it is meant`(text: String, action: Action) throws {
        #expect(try Scenario.Step(text).action == action)
    }

    @Test func `can be an expectation`() throws {
        #expect(
            try Scenario.Step("expect state=playing").action
                == .expect(try Scenario.Expectation("state=playing")))
    }

    static let mistakes: [(text: String, message: String)] = [
        ("", "`` is not known; known are play, pause"), ("jump", "`jump` is not known; known are play"),
        ("play loudly", "nothing can follow here: `loudly`"), ("seek 3 s", "expected `seek to 3 s`"),
        ("seek to noon", "expected a time such as 250 ms, 2 s or 1.5 min, not `noon`"),
        ("seek to 3", "expected a time"), ("seek by --3 s", "expected a time"),
        ("step 0", "expected a number of frames"), ("step", "expected a number of frames such as 1 or -1"),
        ("speed 0", "expected a speed from 0.1 to 16"), ("speed 17", "expected a speed"),
        ("volume 2", "expected a volume from 0 to 1, not `2`"), ("load", "load what?"),
        ("wait", "expected what to wait for: a time, or one of position"),
        ("wait for", "expected what to wait for"),
        ("wait for godot", "`godot` is not known; known are a time"),
        ("wait for closed", "`closed` is not known"), ("wait for 3", "expected a time"),
        ("wait for position", "expected a time such as"),
        ("wait for requests(\"\")", "the path is empty"),
        ("wait for requests(\"a\") 0", "expected a number of requests, not `0`"),
        ("expect joy", "expected an expectation such as"),
        (
            "select sound 2",
            "expected `select audio 2`, `select audio de` or `select subtitles none`, not `sound 2`"
        ),
        (
            "select audio none",
            "expected `select audio 2`, `select audio de` or `select subtitles none`, not `audio none`"
        ),
    ]

    @Test(arguments: mistakes) func `says what is wrong with it`(text: String, message: String) throws {
        let error = try #require(throws: WordingError.self) { try Scenario.Step(text) }
        #expect(error.description.hasPrefix(message), "\(error)")
    }
}
