import Foundation
import Testing

@testable import TestBasics
@testable import TestSupport

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

    @Test func `a file whose name is no text in UTF-8`() async throws {
        let result = try await withLatinName(
            #"exec "$0" play --json "$name" "$PWD/$name" "file://$PWD/$name" "file://$PWD/caf%E9.mp4""#)
        let items = try #require(try result.lines().last?.items)
        #expect(result.code == 0 && items.count == 4, "\(result.output)")
        #expect(Set(items.map(\.uri)).count == 1 && items[0].uri.hasSuffix("/caf%E9.mp4"))
    }

    @Test(arguments: [
        #"play --json --playlist ."#, #"play --json list.m3u"#, #"play --json --playlist="$list""#,
        #"play --json "$list""#, #"play --json --playlist=mixed.m3u8"#,
    ]) func `in a folder or a list with names that are no UTF-8`(words: String) async throws {
        let result = try await withLatinName(
            #"""
            list=$(printf 'l\366.m3u'); printf 'caf\351.mp4\r\n' > list.m3u; cp list.m3u "$list"
            printf '#EXTM3U\n#EXTINF:1,雪雪雪雪雪雪雪雪\ncaf\351.mp4\n' > mixed.m3u8
            exec "$0" \#(words)
            """#)
        let items = try #require(try result.lines().last?.items)
        #expect(result.code == 0 && items.count == 1, "\(result.output)")
        #expect(items.first?.uri.hasSuffix("/caf%E9.mp4") ?? false)
    }

    @Test func `inspected, and its subtitles be found, though its name is no UTF-8`() async throws {
        let inspected = try await withLatinName(#"exec "$0" inspect "$name""#)
        #expect(inspected.code == 0 && inspected.output.contains("caf%E9.mp4"), "\(inspected.output)")
        let cue = #"printf '1\n00:00:00,000 --> 00:00:02,000\nHere\n' > "$side""#
        let listed = try await withLatinName(
            #"side=$(printf 'caf\351.de.srt'); \#(cue); exec "$0" subtitles "$side""#)
        #expect(listed.code == 0 && listed.output.contains("Here"), "\(listed.output) \(listed.errors)")
        // What another name leaves out of UTF-8 is not taken for the same.
        let found = try await withLatinName(
            #"""
            for side in $(printf 'caf\351.de.srt caf\350.fr.srt'); do \#(cue); done
            exec "$0" play --json --find-subtitles "$name"
            """#)
        #expect(found.code == 0 && found.output.contains(#""language":"de""#), "\(found.output)")
        #expect(!found.output.contains(#""language":"fr""#))
    }

    /// Runs a script of the shell in a folder with one film, `$name`, whose name is in Latin-1.
    private func withLatinName(_ script: String) async throws -> RunResult {
        let folder = try TemporaryFolder()
        let beginning = #"cd "$1" && name=$(printf 'caf\351.mp4') && cp "$2" "$name" || exit 99; "#
        let words = [
            "-c", beginning + script, PlayheadBinary.path, folder.path, SampleMedia.path("one-frame.mp4"),
        ]
        let result = await RunResult(try await Child.start("/bin/sh", words))
        withExtendedLifetime(folder) {}
        return result
    }
}
