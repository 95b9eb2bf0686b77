import Foundation
import PlayheadServer
import TestSupport
import Testing

@testable import PlayheadCheck
@testable import TestBasics

@Suite struct `A scenario in a file` {
    @Test func `is read as it is meant`() throws {
        let scenario = try Scenario(
            text: """
                name: all of it
                media: film.mp4
                server:
                  folder: media
                  rules: [{path: film.mp4, status: 503}]
                  documents: {a: b}
                clock: virtual
                steps: [play, wait for end]
                expect:
                  - ends=natural
                  - requests("*")=1
                """)
        let plan = FaultPlan(rules: [FaultRule("film.mp4", .status(503))], documents: ["a": "b"])
        #expect(scenario.name == "all of it" && scenario.media == "film.mp4" && scenario.clock == .virtual)
        #expect(scenario.server == Scenario.Server(folder: "media", plan: plan))
        #expect(scenario.steps.map(\.action) == [.play, .wait(.end)])
        #expect(scenario.expectations.map(\.description) == ["ends=natural", "requests(\"*\")=1"])
    }

    @Test func `may be short, and JSON`() throws {
        let scenario = try Scenario(text: "{\"media\": \"/a.mp4\"}")
        #expect(scenario.media == "/a.mp4" && scenario.server == nil && scenario.clock == nil)
        #expect(
            scenario.steps.map(\.action) == Scenario.Step.toTheEnd.map(\.action)
                && scenario.expectations.isEmpty)
        #expect(scenario.resolved("/x") == "/x" && scenario.resolved("x") == "x")
    }

    static let mistakes: [(text: String, place: String, message: String)] = [
        ("", "1:1", "the file is empty"), ("film.mp4", "1:1", "expected a mapping"),
        ("steps: [play]", "1:1", "`media` is missing"), ("media: ''", "1:8", "the path is empty"),
        (
            "media: a\nexpects: []", "2:1",
            "`expects` is not known here; known are name, media, server, network, clock, steps, expect"
        ),
        ("media: a\nclock: fast", "2:8", "expected virtual or real, not `fast`"),
        ("media: a\nnetwork: {onGap: dig}", "2:18", "expected wait, skip or stop, not `dig`"),
        ("media: a\nnetwork: {catchUp: 2}", "2:20", "expected a number from 1 to 1.5, not `2.0`"),
        ("media: a\nnetwork: {maxHeight: 0}", "2:22", "expected a number above 0, not `0`"),
        ("media: a\nnetwork: {idleTimeout: 0 s}", "2:24", "expected a time such as"),
        ("media: a\nsteps: play", "2:8", "expected a list"),
        ("media: a\nsteps: []", "2:8", "there is no step"),
        ("media: a\nsteps:\n  - play\n  - jump", "4:5", "`jump` is not known"),
        ("media: a\nsteps: [play, select audio]", "2:15", "expected `select audio 2`"),
        ("media: a\nexpect: [ends=well]", "2:10", "`well` is not known"),
        ("media: a\nexpect:\n  - no-stall\n  - duration=12", "4:5", "expected a time such as"),
        ("media: a\nsteps:\n  - expect frames=x", "3:5", "expected a whole number"),
        ("media: a\nserver:\n  folders: b", "3:3", "`folders` is not known here; known are rules"),
        (
            "media: a\nserver:\n  rules:\n    - {path: a, satus: 404}", "4:17",
            "`satus` is not known here; known are path"
        ),
        (
            "media: a\nserver:\n  rules:\n    - path: a\n      status: 42", "5:15",
            "expected a status such as 404, not `42`"
        ),
        ("media: a\nserver:\n  streams: {b: {}}", "3:16", "`source` is missing"),
        ("media: a\nexpect: ['requests(\"*\")=1']", "2:9", "there is no server whose requests"),
        ("media: a\nsteps: ['wait for requests(\"*\")']", "2:8", "there is no server whose requests"),
        ("{\"media\": \"a\", \"expect\": [\"no-such\"]}", "1:27", "`no-such` is not known"),
    ]

    @Test(arguments: mistakes)
    func `is refused with the place of a mistake`(text: String, place: String, message: String) throws {
        let error = try #require(throws: DocumentError.self) { try Scenario(text: text) }
        #expect("\(error.line ?? 0):\(error.column ?? 0)" == place)
        #expect(error.message.hasPrefix(message), "\(error)")
    }

    @Test func `leads from where it is`() throws {
        let folder = try TemporaryFolder()
        let scenario = try Scenario(contentsOf: folder.write("media: b.mp4", to: "a.yaml"))
        #expect(scenario.resolved("b.mp4") == folder.path + "/b.mp4")
        let error = try #require(throws: DocumentError.self) {
            try Scenario(contentsOf: folder.write("medium: b.mp4", to: "b.yaml"))
        }
        #expect(error.description.hasPrefix("\(folder.path)/b.yaml:1:1: `medium` is not known here"))
    }
}
