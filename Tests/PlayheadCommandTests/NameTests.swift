import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct `An item may be` {
    @Test(arguments: [
        "with space.mp4", "#hash.mp4", "100%.mp4", "%41.mp4", "what?.mp4", "it's \"quoted\".mp4",
        "two\nlines.mp4",
        "snø 雪 😀.mp4", "http:colon.mp4", "semi;&amp.mp4", "-dash.mp4", "back\\slash.mp4",
    ]) func `a file whose name is odd`(name: String) async throws {
        let folder = try TemporaryFolder()
        let path = try folder.copy("one-frame.mp4", as: name)
        let absolute = try await PlayheadBinary.run("play", "--json", path)
        #expect(absolute.code == 0, "\(absolute.output)")
        let relative = try await PlayheadBinary.run("play", "--json", "--", name, directory: folder.path)
        #expect(relative.code == 0, "\(relative.output)")
        #expect(try relative.lines().last?.items?.first?.uri == absolute.lines().last?.items?.first?.uri)
    }

    @Test func `a file address, with and without a host`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.copy("one-frame.mp4", as: "a b.mp4")
        let encoded = path.replacingOccurrences(of: " ", with: "%20")
        for address in ["file://" + encoded, "file://localhost" + encoded] {
            let result = try await PlayheadBinary.run("play", "--json", address)
            #expect(result.code == 0, "\(result.output)")
        }
    }

    @Test(arguments: ["tone.wav", "av-h264-aac.mp4", "subtitles.mkv"])
    func `standard input`(sample: String) async throws {
        let child = try await Child.start(
            "/bin/sh",
            ["-c", #"cat "$1" | "$0" play --json -"#, PlayheadBinary.path, SampleMedia.path(sample)])
        let result = await RunResult(child)
        let item = try #require(try result.lines().last?.items?.first)
        #expect(
            result.code == 0 && item.outcome == "played" && item.uri == "fd://0",
            "\(result.output.suffix(3000))")
        #expect(abs(item.played - 4) < 0.1)
    }
}
