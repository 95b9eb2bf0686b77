import PlayheadServer
import TestBasics
import Testing

@testable import StreamValidation

struct ServedValidationTests {
    private func rules(_ plan: String, _ change: (inout StreamValidator) -> Void = { _ in }) async throws
        -> Set<String>
    {
        let server = try await MediaServer(folder: Repository.media, plan: try FaultPlan(text: plan))
        var validator = StreamValidator(uri: server.address(of: "hls-ts/master.m3u8"))
        validator.rules = RuleSet(profiles: [.apple, .playhead])
        change(&validator)
        let report = try await validator.run()
        await server.close()
        return Set(report.findings.map(\.rule))
    }

    @Test func `A server in clear text without compression violates Apple's rules`() async throws {
        let found = try await rules("rules: []\n")
        #expect(found.isSuperset(of: ["apple.tls", "apple.playlist-compression"]))
        #expect(found.isDisjoint(with: ["hls.segment-media-type", "playhead.loudness-differs"]))
    }

    @Test func `A wrong media type of segments is found`() async throws {
        let found = try await rules("rules:\n  - {path: \"low-*.ts\", type: text/html}\n")
        #expect(found.contains("hls.segment-media-type"))
    }

    @Test func `Variants of different loudness are found`() async throws {
        let found = try await rules("rules: []\n") { validator in
            validator.loudness = { playlist in playlist.contains("low") ? -23 : -18 }
        }
        #expect(found.contains("playhead.loudness-differs"))
    }
}
