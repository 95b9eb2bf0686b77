import Foundation
import Testing

@testable import PlayheadCommand
@testable import TestBasics
@testable import TestSupport

@Suite(.timeLimit(.minutes(1))) struct `The resolver` {
    typealias Medium = ResolverAnswer.Medium

    @Test(arguments: [
        ("", []), ("\n \n", []),
        ("http://a/b\nhttps://c/d\n", [Medium(uri: "http://a/b"), Medium(uri: "https://c/d")]),
        (
            #"{"title":"T","url":"http://a/v.mp4","http_headers":{"Referer":"r"}}"#,
            [Medium(uri: "http://a/v.mp4", title: "T", headers: ["Referer": "r"])]
        ),
        (
            #"{"_type":"playlist","entries":[{"url":"http://a/1"},null,{"_type":"url","url":"http://a/2","title":"B"}]}"#,
            [Medium(uri: "http://a/1"), Medium(uri: "http://a/2", title: "B", isPage: true)]
        ),
        (
            "{\"url\":\"http://a/1\"}\n{\"url\":\"http://a/2\"}\n",
            [Medium(uri: "http://a/1"), Medium(uri: "http://a/2")]
        ),
        // The best format with video and audio.
        (
            #"{"formats":[{"url":"http://a/1","vcodec":"h","acodec":"m"},{"url":"http://a/2","vcodec":"h","acodec":"m"},{"url":"http://a/3","vcodec":"h","acodec":"none"}]}"#,
            [Medium(uri: "http://a/2")]
        ),
        // The tracks of one stream.
        (
            #"{"requested_formats":[{"url":"http://a/v","manifest_url":"http://a/m"},{"url":"http://a/a","manifest_url":"http://a/m"}]}"#,
            [Medium(uri: "http://a/m")]
        ),
    ])
    func `understands addresses and the JSON of yt-dlp`(text: String, media: [Medium]) throws {
        #expect(try ResolverAnswer(text).media == media)
    }

    @Test(arguments: [
        ("{}", ResolverAnswer.Fault.nothing), (#"{"entries":[]}"#, .nothing),
        ("7", .malformed("7")), ("no address", .malformed("no address")),
        ("{\"url\":", .malformed("{\"url\":")),
        (
            #"{"requested_formats":[{"url":"http://a/v"},{"url":"http://a/a"}]}"#,
            .separateTracks
        ),
    ])
    func `refuses other answers`(text: String, fault: ResolverAnswer.Fault) {
        #expect(throws: fault) { try ResolverAnswer(text) }
    }

    private func play(_ resolver: String, _ address: String = "http://page.invalid/a?b=$(id)") async throws
        -> RunResult
    {
        try await PlayheadBinary.run(
            "--json", "--video", "none", "--audio", "none", "--speed", "16", "--resolver", resolver, address)
    }

    @Test func `plays what the program names, under the name of the page`() async throws {
        let (first, second) = (SampleMedia.path("tone.wav"), SampleMedia.path("tone.flac"))
        let folder = try TemporaryFolder()
        let program = try folder.write(
            """
            echo "$1" >> '\(folder.path)/asked'
            echo '{"entries":[{"title":"Name","url":"file://\(first)"},{"url":"file://\(second)"}]}'
            """, to: "resolver")
        let result = try await play("sh '\(program)'")
        #expect(result.code == 0, "\(result.errors)")
        let lines = try result.lines()
        let items = try #require(lines.named("summary").first?.items)
        #expect(items.map(\.uri) == ["http://page.invalid/a?b=$(id)", "file://\(second)"])
        #expect(result.output.contains(#""title":"Name""#))
        #expect(
            try String(contentsOfFile: folder.path + "/asked", encoding: .utf8)
                == "http://page.invalid/a?b=$(id)\n")
        // Local items are not resolved.
        #expect(try await play("false", first).code == 0)
    }

    @Test func `its failure is the error of the item`() async throws {
        let result = try await play("echo 'no such video' >&2; exit 3; :")
        #expect(result.code == 1)
        let error = try #require(result.lines().named("error").first)
        #expect(error.code == "resolverFailed")
        #expect(error.message == "The resolver failed: no such video")
    }
}
