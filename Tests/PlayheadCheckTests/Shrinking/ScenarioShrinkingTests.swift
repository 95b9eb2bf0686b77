import Foundation
import PlayheadServer
import TestSupport
import Testing

@testable import PlayheadCheck
@testable import TestBasics

@Suite(.timeLimit(.minutes(3))) struct `A failing scenario` {
    private func scenario(_ text: String) throws -> Scenario {
        var scenario = try Scenario(text: text)
        scenario.folder = Repository.path("media") + "/"
        return scenario
    }

    private static let harmless = """
        media: low.m3u8
        server:
          folder: hls-ts
          rules:
            - {path: low.m3u8, latency: 100 ms, headers: {X-A: "1"}}
            - {path: low-0.ts, latency: 50 ms}
            - {path: low-1.ts, rate: 1 MB/s}
            - {path: low-3.ts, latency: 20 ms, withoutLength: true}
            - {path: "low-*.ts", headers: {X-B: "2"}}
        """

    @Test func `keeps the one fault of eight that it needs`() async throws {
        let text = Self.harmless + "\n    - {path: low-2.ts, status: 404}\nexpect: [no-gap, ends=natural]"
        let shrunk = try await scenario(text).shrunk()
        #expect(shrunk.scenario.server?.plan.rules == [FaultRule("low-2.ts", .status(404))])
        #expect(shrunk.scenario.expectations.map(\.description) == ["no-gap", "ends=natural"])
        #expect(shrunk.isMinimal && shrunk.trials <= 40)
    }

    @Test func `keeps two faults that it needs together`() async throws {
        let text =
            Self.harmless + "\n    - {path: low-2.ts, status: 404}\n    - {path: low-1.ts, status: 404}\n"
            + "expect: [\"gaps=0\", \"played>=5s\"]"
        let shrunk = try await scenario(text).shrunk()
        let statuses = shrunk.scenario.server?.plan.rules.map(\.path.description)
        #expect(statuses == ["low-2.ts", "low-1.ts"])
    }

    @Test func `keeps the steps and expectations that it needs`() async throws {
        let text =
            Self.harmless + "\n    - {path: low-3.ts, status: 404}\n"
            + "steps: [mute, play, unmute, wait for position 1 s, volume 0.5, seek to 5 s, wait for end]\n"
            + "expect: [cues=0, no-gap, volume>0, ends=truncated|natural]"
        let shrunk = try await scenario(text).shrunk().scenario
        #expect(shrunk.rules == [FaultRule("low-3.ts", .status(404))])
        #expect(shrunk.steps.map(\.description) == ["play", "wait for end"])
        #expect(shrunk.expectations.contains { $0.description == "no-gap" })
        #expect(!shrunk.expectations.contains { ["cues=0", "volume>0"].contains($0.description) })
    }

    @Test func `does not lose the steps that its faults need`() async throws {
        let text =
            "media: low.m3u8\nserver: {folder: hls-ts, rules: [{path: low-3.ts, latency: 7321 ms}]}\n"
            + "steps: [play, wait 9 s]\nexpect: [position>=9s]"
        let shrunk = try await scenario(text).shrunk().scenario
        #expect(shrunk.steps.map(\.description) == ["play", "wait 9 s"] && shrunk.rules.count == 1)
    }

    @Test func `has simple numbers`() async throws {
        let text = """
            media: low.m3u8
            server:
              folder: hls-ts
              rules: [{path: low-2.ts, method: GET, requests: 1-7, cut: 7321, headers: {A: "1"}}]
            network: {retries: 0}
            expect: [no-gap]
            """
        let rules = try await scenario(text).shrunk().scenario.rules
        #expect(rules == [FaultRule("low-2.ts", .cut(at: 0))])
    }

    @Test func `that passes is refused`() async throws {
        await #expect(throws: ShrinkingError.passes) {
            try await scenario(Self.harmless + "\nexpect: [ends=natural]").shrunk()
        }
    }

    @Test func `without a server keeps the steps that it needs`() async throws {
        let shrunk = try await scenario(
            "media: av-h264-aac.mp4\nsteps: [mute, play, wait for end]\nexpect: [duration=1s]"
        ).shrunk()
        #expect(shrunk.scenario.steps.map(\.description) == ["play", "wait for end"])
        #expect(shrunk.isMinimal)
    }

    @Test func `is not shrunk any further by too few trials`() async throws {
        let text = Self.harmless + "\n    - {path: low-2.ts, status: 404}\nexpect: [no-gap]"
        var reported: [Int] = []
        let shrunk = try await scenario(text).shrunk(maximumTrials: 4) { trials, _ in reported.append(trials)
        }
        #expect(!shrunk.isMinimal && shrunk.trials == 4 && reported == [1, 2, 3, 4])
    }
    @Test func `keeps the recorded responses that are asked for`() async throws {
        let folder = try TemporaryFolder()
        let film = try Data(contentsOf: URL(filePath: Repository.path("media/one-frame.mp4")))
        func entry(_ path: String, _ body: Data) -> String {
            """
            {"startedDateTime": "2026-01-01T00:00:00.000Z", "time": 1.5, "comment": "kept",
            "request": {"method": "GET", "url": "https://a.example/\(path)", "headers": []},
            "response": {"status": 200, "headers": [], "content": {"size": \(body.count),
            "encoding": "base64", "text": "\(body.base64EncodedString())"}},
            "timings": {"wait": 20, "receive": 5}}
            """
        }
        let entries = (1...9).map { entry("other/\($0).js", Data("x".utf8)) } + [entry("v/film.mp4", film)]
        let har = "{\"log\": {\"version\": \"1.2\", \"entries\": [\(entries.joined(separator: ","))]}}"
        _ = try folder.write(har, to: "a.har")
        let path = try folder.write(
            "media: v/film.mp4\nserver: {har: a.har}\nexpect: [duration=1h]\n", to: "a.yaml")
        let shrunk = try await Scenario(contentsOf: path).shrunk()
        #expect(shrunk.scenario.server?.leftOutPaths == Set((1...9).map { "other/\($0).js" }))
        #expect(shrunk.scenario.expectations.map(\.description) == ["duration=1h"])
        #expect(shrunk.scenario.server?.usesRecordedTimings == false)
        let written = try shrunk.write(to: folder.path + "/b.yaml")
        #expect(written == [folder.path + "/b.yaml", folder.path + "/b.har"])
        let text = try String(contentsOfFile: written[1], encoding: .utf8)
        #expect(text.contains("v/film.mp4") && text.contains("kept") && !text.contains("other/"))
        let again = try Scenario(contentsOf: written[0])
        #expect(again.server?.har == "b.har")
        #expect(await again.run().map(\.outcome) == shrunk.cases.map(\.outcome))
    }

    @Test func `is written with the paths of its folder, and over no file`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            "media: a.mp4\nsteps: [load b c.mp4, play]\nexpect: [no-error]\n", to: "x/a.yaml")
        let shrunk = ShrunkScenario(
            scenario: try Scenario(contentsOf: path), trials: 1, isMinimal: true, cases: [])
        _ = try shrunk.write(to: folder.path + "/x/b.yaml")
        #expect(try Scenario(contentsOf: folder.path + "/x/b.yaml").media == "a.mp4")
        _ = try shrunk.write(to: folder.path + "/c.yaml")
        let moved = try Scenario(contentsOf: folder.path + "/c.yaml")
        #expect(moved.media == folder.path + "/x/a.mp4")
        #expect(moved.steps[0].description == "load \(folder.path)/x/b c.mp4")
        #expect(throws: DocumentError.self) { try shrunk.write(to: path) }
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains("load b c.mp4"))
    }
}
