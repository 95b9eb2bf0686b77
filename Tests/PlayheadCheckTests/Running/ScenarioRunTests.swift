import Foundation
import TestSupport
import Testing

@testable import PlayheadCheck
@testable import PlayheadServer
@testable import TestBasics

@Suite(.timeLimit(.minutes(3))) struct `A scenario` {
    private func run(_ text: String) async throws -> [CheckCase] {
        var scenario = try Scenario(text: text)
        scenario.folder = Repository.path("media") + "/"
        return await scenario.run(CheckConditions(isVirtual: true))
    }

    /// Beside other clocks and their threads that are at work, what a server delays is taken for what is waited for while the stream is still
    /// being opened: then nothing stalls.
    private static let stalling = ["drip", "missing-then-dead", "server-down"].map { "network/\($0).yaml" }

    @Test(arguments: Repository.scenarios.filter { !stalling.contains($0) })
    func `of the repository comes out as it says`(name: String) async throws { try await Self.comesOut(name) }

    @Test(.inTurn, .serialized, arguments: stalling)
    func `of the repository in which playback stalls comes out as it says`(name: String) async {
        await #expect(processExitsWith: .success) { [name] in try await Self.comesOut(name) }
    }

    private static func comesOut(_ name: String) async throws {
        let result = await CheckResult.checking(Repository.path("scenarios/") + name)
        #expect(result.outcome == .passed && !result.isMistaken)
        for checked in result.cases where checked.outcome != .passed {
            Issue.record("\(checked.name): \(checked.message ?? "")")
        }
    }

    @Test func `plays from an HTTP archive`() async throws {
        let folder = try TemporaryFolder()
        let har = try folder.write(
            """
            {"log": {"entries": [{"request": {"method": "GET", "url": "https://example.org/a/tone.wav?v=1"},
              "response": {"status": 200, "content": {"size": 1, "mimeType": "audio/wav"}}}]}}
            """, to: "tone.har")
        let cases = try await run(
            """
            media: a/tone.wav?v=1
            server: {har: \(har), harTimings: false, folder: .}
            expect: [ends=natural]
            """)
        #expect(cases.allSatisfy { $0.outcome == .passed }, "\(cases)")
    }

    @Test func `in the documentation comes out as it says`() async throws {
        let blocks = try Repository.text("docs/check.md").components(separatedBy: "```yaml\n").dropFirst()
        var scenario = try Scenario(text: try #require(blocks.first?.components(separatedBy: "```").first))
        scenario.folder = Repository.folder + "/"
        let cases = await scenario.run()
        #expect(cases.count == 4)
        for checked in cases where checked.outcome != .passed {
            Issue.record("\(checked.name): \(checked.message ?? "")")
        }
    }

    @Test func `shows each kind of fault`() throws {
        var shown: Set<String> = []
        for name in Repository.scenarios where name.hasPrefix("faults/") {
            let scenario = try Scenario(contentsOf: Repository.path("scenarios/") + name)
            shown.formUnion(scenario.server?.plan.rules.flatMap(\.faults).map(\.kind.rawValue) ?? [])
        }
        #expect(shown == Set(Fault.Kind.allCases.map(\.rawValue)))
    }

    @Test func `that does not come out says what was expected and what was found`() async throws {
        let cases = try await run(
            """
            media: av-h264-aac.mp4
            expect: [duration=12s±40ms, ends=truncated, no-stall, "subtitle=x"]
            """)
        #expect(
            cases.map(\.name) == ["steps", "duration=12s±40ms", "ends=truncated", "no-stall", "subtitle=x"])
        #expect(cases.map(\.outcome) == [.passed, .failed, .failed, .passed, .failed])
        #expect(cases[1].message == "expected 12 s±0.04 s, found 4 s")
    }

    @Test func `without a word on the outcome expects no error`() async throws {
        let cases = try await run("media: nothing.mp4")
        #expect(cases.map(\.name) == ["steps", "no-error"] && cases[1].outcome == .failed)
        #expect(cases[1].message?.hasPrefix("expected no error, found notFound: ") == true)
    }

    @Test func `ends at the first step that goes wrong, and says which`() async throws {
        let cases = try await run(
            """
            media: nothing.mp4
            steps: [play, wait for playing, wait for end]
            expect: [error=notFound]
            """)
        #expect(cases.map(\.outcome) == [.failed, .passed])
        #expect(cases[0].message?.hasPrefix("step 2, `wait for playing`: ") == true)
        let unmet = try await run(
            """
            media: av-h264-aac.mp4
            steps: [play, wait for position 2 s, expect position=1s, wait for end]
            """)
        #expect(unmet[0].message == "step 3, `expect position=1s`: expected 1 s, found 2 s")
    }

    @Test func `whose text does not come ends with the medium`() async throws {
        let cases = try await run("media: subtitles.mkv\nsteps: [play, wait for cue \"No such text\"]")
        #expect(cases[0].message?.hasSuffix("no such text was shown until the end") == true)
    }

    @Test func `whose server cannot be had could not be run`() async throws {
        let cases = try await run("media: a.mp4\nserver: {folder: nothing}")
        #expect(cases.map(\.outcome) == [.error])
        #expect(cases[0].message?.hasSuffix("/media/nothing is not a folder") == true)
    }

    @Test func `that waits for what never comes ends when patience does`() async throws {
        var scenario = try Scenario(text: "media: av-h264-aac.mp4\nsteps: [wait for position 3 s]")
        scenario.folder = Repository.path("media") + "/"
        let cases = await scenario.run(CheckConditions(isVirtual: true, limit: .milliseconds(300)))
        #expect(cases[0].message?.hasPrefix("step 1, `wait for position 3 s`: it took too long") == true)
    }

    @Test func `with a mistake is a mistake`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("media: a\nsteps: [jump]", to: "a.yaml")
        let result = await CheckResult.checking(path)
        #expect(result.isMistaken && result.kind == .scenario && result.outcome == .error)
        #expect(result.cases[0].message?.hasPrefix("\(path):2:9: `jump` is not known") == true)
    }
}
