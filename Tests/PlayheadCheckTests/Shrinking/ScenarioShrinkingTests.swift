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
        #expect(shrunk.isMinimal && shrunk.trials <= 30)
    }

    @Test func `keeps two faults that it needs together`() async throws {
        let text =
            Self.harmless + "\n    - {path: low-2.ts, status: 404}\n    - {path: low-1.ts, status: 404}\n"
            + "expect: [\"gaps=0\", \"played>=5s\"]"
        let shrunk = try await scenario(text).shrunk()
        let statuses = shrunk.scenario.server?.plan.rules.map(\.path.description)
        #expect(statuses == ["low-2.ts", "low-1.ts"])
    }

    @Test func `that passes, or has no faults, is refused`() async throws {
        await #expect(throws: ShrinkingError.passes) {
            try await scenario(Self.harmless + "\nexpect: [ends=natural]").shrunk()
        }
        await #expect(throws: ShrinkingError.noFaults) {
            try await scenario("media: av-h264-aac.mp4\nexpect: [duration=1s]").shrunk()
        }
    }
}
