import Foundation
import Testing

@testable import TestBasics
@testable import TestSupport

@Suite(.timeLimit(.minutes(5))) struct `The command serves` {
    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
    func `a folder, says where, and ends by a signal`(number: Int32, code: Int32) async throws {
        let child = try await PlayheadBinary.start(["serve", SampleMedia.folder])
        #expect(await child.output.waits { $0.hasSuffix("/\n") })
        let address = child.output.text.dropLast()
        #expect(address.hasPrefix("http://127.0.0.1:"))
        let played = try await PlayheadBinary.run("play", "--json", address + "one-frame.mp4", beside: child)
        #expect(played.code == 0, "\(played.errors)")
        child.signal(number)
        let result = await RunResult(child)
        #expect(result.code == code)
        #expect(result.errors == "")
    }

    @Test func `by a plan, and tells each request`() async throws {
        let folder = try TemporaryFolder()
        let plan = try folder.write("rules: [{path: tone.wav, status: 404}]", to: "plan.yaml")
        let child = try await PlayheadBinary.start(
            ["serve", "--json", "--log", "--plan", plan, SampleMedia.folder])
        #expect(await child.output.waits { $0.contains("\n") })
        let listening = try #require(
            try JSONDecoder().decode(Event?.self, from: Data(child.output.text.utf8)))
        #expect(listening.event == "listening")
        let address = try #require(listening.address)
        let played = try await PlayheadBinary.run("play", "--json", address + "tone.wav", beside: child)
        #expect(played.code == 1)
        #expect(await child.output.waits { $0.contains("\"event\":\"request\"") })
        #expect(await child.errors.waits { $0.contains("GET /tone.wav") && $0.contains(": 404") })
        child.signal(SIGTERM)
        let lines = await RunResult(child).output.split(separator: "\n")
        let line = try #require(lines.dropFirst().first)
        let request = try JSONDecoder().decode(Event.self, from: Data(line.utf8))
        #expect(request.event == "request" && request.path == "tone.wav" && request.status == 404)
        #expect(request.faults == ["status": 404])
    }

    @Test func `by TLS, and shows its certificate`() async throws {
        let child = try await PlayheadBinary.start(["serve", "--json", "--tls", SampleMedia.folder])
        #expect(await child.output.waits { $0.contains("\n") })
        let listening = try JSONDecoder().decode(Event.self, from: Data(child.output.text.utf8))
        let address = try #require(listening.address)
        #expect(address.hasPrefix("https://127.0.0.1:"))
        #expect(listening.certificate?.hasPrefix("-----BEGIN CERTIFICATE-----") == true)
        let played = try await PlayheadBinary.run("play", "--json", address + "tone.wav", beside: child)
        #expect(played.code == 1)
        #expect(played.errors.contains("No secure connection to 127.0.0.1"), "\(played.errors)")
        child.signal(SIGTERM)
        #expect(await child.exitCode() == 143)
    }

    @Test func `only what is there`() async throws {
        let folder = try TemporaryFolder()
        let plan = try folder.write("rules:\n  - path: a\n    satus: 404\n", to: "plan.yaml")
        let missing = try await PlayheadBinary.run("serve", "/nonexistent")
        #expect(missing.code == 1 && missing.errors == "playhead: /nonexistent is not a folder\n")
        let mistake = try await PlayheadBinary.run("serve", "--plan", plan, folder.path)
        #expect(mistake.code == 2)
        #expect(mistake.errors.hasPrefix("playhead: \(plan):3:5: `satus` is not known here"))
        for arguments in [
            ["serve"], ["serve", "--port", "65536", "."], ["serve", "--nonsense", "."],
            ["serve", "--key", plan, "."],
            ["serve", "--key", plan, "--certificate", "/nonexistent", "."],
        ] {
            let result = await RunResult(try await PlayheadBinary.start(arguments))
            #expect(result.code == 2 && result.output == "" && result.errors.hasPrefix("playhead: "))
        }
        let nonsense = try await PlayheadBinary.run(
            "serve", "--key", plan, "--certificate", plan, folder.path)
        #expect(nonsense.code == 1 && nonsense.errors.hasPrefix("playhead: The certificate or its key"))
        let help = try await PlayheadBinary.run("serve", "--help")
        #expect(help.code == 0 && help.output.contains("playhead serve"))
    }

    private struct Event: Decodable {
        var event: String
        var address: String?
        var certificate: String?
        var path: String?
        var status: Int?
        var faults: [String: Int]?
    }
}
