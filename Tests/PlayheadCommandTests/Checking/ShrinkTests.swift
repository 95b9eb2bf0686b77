import Foundation
import TestSupport
import Testing

@testable import TestBasics

@Suite(.timeLimit(.minutes(3))) struct `The command shrinks` {
    private static let scenario = """
        media: low.m3u8
        server:
          folder: \(SampleMedia.path("hls-ts"))
          rules:
            - {path: low.m3u8, latency: 100 ms}
            - {path: low-2.ts, status: 404}
            - {path: low-3.ts, latency: 20 ms}
        clock: real
        steps: [mute, play, wait for end]
        expect: [no-gap, ends=natural|truncated]

        """

    @Test func `a failing scenario into a file that fails the same way`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.scenario, to: "late.yaml")
        let result = try await PlayheadBinary.run("check", "--shrink", path)
        #expect(result.code == 1 && result.errors == "", "\(result.errors)")
        #expect(result.output.contains("FAILED  \(path): no-gap\n"), "\(result.output)")
        let written = folder.path + "/late.shrunk.yaml"
        #expect(result.output.contains("shrunk  \(path): 1 of 3 faults, 2 of 3 steps, "), "\(result.output)")
        #expect(result.output.contains(" trials; written to \(written)\n"))
        let text = try String(contentsOfFile: written, encoding: .utf8)
        #expect(text.contains("    - {path: low-2.ts, status: 404}\n"), "\(text)")
        #expect(text.contains("clock: virtual\n") && !text.contains("latency") && !text.contains("mute"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == Self.scenario)
        let again = try await PlayheadBinary.run("check", written)
        #expect(again.code == 1 && again.output.contains("FAILED  \(written): no-gap\n"))
        let second = try await PlayheadBinary.run("check", "--shrink", "--json", path)
        #expect(second.code == 1 && second.output.contains("\"event\":\"shrunk\""))
        #expect(second.output.contains("\"files\":[\"\(folder.path)/late.shrunk-2.yaml\"]"))
    }

    @Test func `no scenario that passes`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("media: \(SampleMedia.path("tone.wav"))\n", to: "good.yaml")
        let result = try await PlayheadBinary.run("check", "--shrink", path)
        #expect(result.code == 0, "\(result.output)")
        #expect(result.output.contains("\n\(path): passes on a virtual clock, so nothing is written\n"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["good.yaml"])
    }

    @Test func `into a folder of its own, and no mistakes`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            "media: missing.mp4\nsteps: [play, mute, wait for playing]\n", to: "x/a.yaml")
        let result = try await PlayheadBinary.run(
            "check", "--shrink", "--shrink-folder", folder.path, path)
        #expect(result.code == 1, "\(result.output)")
        let text = try String(contentsOfFile: folder.path + "/a.shrunk.yaml", encoding: .utf8)
        #expect(text.contains("media: \(folder.path)/x/missing.mp4\n") && !text.contains("mute"), "\(text)")
        let mistake = try folder.write("media: a\nstep: [play]\n", to: "b.yaml")
        let found = try await PlayheadBinary.run("check", "--shrink", mistake)
        #expect(found.code == 2 && found.output.contains("\(mistake):2:1: `step` is not known here"))
        for (arguments, message) in [
            (["--shrink", "film.mp4"], "--shrink takes scenarios (.yaml, .yml, .json), not film.mp4"),
            (["--shrink", "--merge", "a.yaml"], "--shrink and --merge exclude each other"),
            (["--shrink-folder", "a", "a.yaml"], "--shrink-folder needs --shrink"),
        ] {
            let result = await RunResult(try await PlayheadBinary.start(["check"] + arguments))
            #expect(result.code == 2 && result.errors.hasPrefix("playhead: \(message)"), "\(result.errors)")
        }
    }
}
