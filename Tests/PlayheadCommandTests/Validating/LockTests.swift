import Foundation
import Testing

@testable import TestBasics
@testable import TestSupport

@Suite(.timeLimit(.minutes(5))) struct `A lock` {
    private static let stream = SampleMedia.folder + "/hls-ts/master.m3u8"

    private func lock() async throws -> String {
        let result = try await PlayheadBinary.run("lock", Self.stream)
        #expect(result.code == 0, "\(result.errors)")
        return result.output
    }

    @Test func `of a stream holds when it is measured again, at its address or another`() async throws {
        let folder = try TemporaryFolder()
        let text = try await lock()
        #expect(text.hasPrefix("# What this stream promises."))
        #expect(text == (try await lock()))
        let file = try folder.write(text, to: "stream.lock.yaml")
        for address in [[], [Self.stream]] {
            let result = await RunResult(
                try await PlayheadBinary.start(["lock", "--verify", file] + address))
            #expect(result.code == 0 && result.output == "", "\(result.output)\(result.errors)")
        }
    }

    @Test func `that differs is told in words`() async throws {
        let folder = try TemporaryFolder()
        let text = try await lock()
        let changed = text.replacing(
            /keyframeInterval: [0-9.]+/, with: "keyframeInterval: 9.5", maxReplacements: 1
        )
        .replacing(/bandwidth: [0-9]+/, with: "bandwidth: 7", maxReplacements: 1)
        #expect(changed != text)
        let file = try folder.write(changed, to: "stream.lock.yaml")
        let result = try await PlayheadBinary.run("lock", "--verify", file)
        #expect(result.code == 1)
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 2, "\(result.output)")
        #expect(lines.first?.contains(/^variant .*: bandwidth [0-9]+, was 7$/) == true)
        #expect(lines.last?.contains(/^variant .*: keyframes every [0-9.]+ s, was 9.5 s$/) == true)
    }

    @Test func `tells missing and new streams, but not new names`() async throws {
        let folder = try TemporaryFolder()
        let stream = SampleMedia.folder + "/hls-tracks/master.m3u8"
        let text = try await PlayheadBinary.run("lock", stream).output
        let renamed = try folder.write(
            text.replacing("name: \"English\"", with: "name: \"Original\""), to: "renamed.yaml")
        let same = try await PlayheadBinary.run("lock", "--verify", renamed)
        #expect(same.code == 0 && same.output == "", "\(same.output)")
        let changed = try folder.write(
            text.replacing("language: \"de\"", with: "language: \"fr\"")
                .replacing("name: \"Deutsch\"", with: "name: \"Français\""), to: "changed.yaml")
        let other = try await PlayheadBinary.run("lock", "--verify", changed)
        #expect(other.code == 1)
        let lines = other.output.split(separator: "\n")
        #expect(lines.contains("audio fr is missing") && lines.contains("audio de is new"), "\(lines)")
    }

    @Test func `that cannot be read or loaded is one error`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("uri: x\nformat: hls\n", to: "stream.lock.yaml")
        let mistake = try await PlayheadBinary.run("lock", "--verify", file)
        #expect(mistake.code == 2 && mistake.errors.contains("`live` is missing"), "\(mistake.errors)")
        #expect(try await PlayheadBinary.run("lock", "/nonexistent.m3u8").code == 3)
        #expect(try await PlayheadBinary.run("lock").code == 2)
    }
}
