import Foundation
import PlayheadServer
import Testing

@testable import TestBasics
@testable import TestSupport

@Suite(.timeLimit(.minutes(3))) struct `The subtitles of a medium` {
    private static let cues = [
        #"{"start":0.4,"end":1.2,"text":"The first cue","track":"subtitles-1"}"#,
        #"{"start":1.6,"end":2.4,"text":"Salt & pepper","track":"subtitles-1"}"#,
        #"{"start":2.8,"end":3.6,"text":"The third cue\nhas two lines","track":"subtitles-1"}"#,
    ]

    private func lines(_ result: RunResult) -> [String] {
        result.output.split(separator: "\n").map(String.init)
    }

    @Test(arguments: ["subtitles.mkv", "subtitles.mp4"])
    func `are printed as JSON`(name: String) async throws {
        let result = try await PlayheadBinary.run("subtitles", "--format", "json", SampleMedia.path(name))
        #expect(result.code == 0)
        #expect(lines(result) == Self.cues)
    }

    /// Each by the words that it begins with, and all with their exact times.
    private static let kinds = [
        ("subtitles.mkv", "1", ["The first cue", "Salt & pepper", "The third cue"]),
        ("subtitles.mp4", "1", ["The first cue", "Salt & pepper", "The third cue"]),
        ("subtitle-kinds.mkv", "1", ["The first cue", "Salt & pepper", "The third cue"]),
        ("subtitle-kinds.mkv", "2", ["Der erste Text, mit Komma", "Salz & Pfeffer", "Der dritte"]),
    ]

    @Test(arguments: kinds, [FaultPlan(), FaultPlan(rules: [FaultRule("**", .ignoresRanges)])])
    func `are printed whole over HTTP, as from a disk, also by a server that gives out no parts`(
        _ kind: (name: String, track: String, beginnings: [String]), _ plan: FaultPlan
    ) async throws {
        let server = try await MediaServer(folder: SampleMedia.folder, plan: plan)
        let arguments = ["subtitles", "--format", "json", "--track", kind.track]
        let result = await RunResult(
            try await PlayheadBinary.start(arguments + [server.address(of: kind.name)]))
        let local = await RunResult(try await PlayheadBinary.start(arguments + [SampleMedia.path(kind.name)]))
        #expect(result.code == 0, "\(result.errors)")
        #expect(result.output == local.output)
        let times = [(0.4, 1.2), (1.6, 2.4), (2.8, 3.6)]
        let expected = zip(times, kind.beginnings).map { time, text in
            #"{"start":\#(time.0),"end":\#(time.1),"text":"\#(text)"#
        }
        let printed = lines(result)
        #expect(printed.count == 3 && zip(printed, expected).allSatisfy { $0.hasPrefix($1) }, "\(printed)")
        #expect(printed.allSatisfy { $0.hasSuffix(#""track":"subtitles-\#(kind.track)"}"#) })
        await server.close()
    }

    @Test func `of a playlist are those of the track that is asked for, from the beginning`() async throws {
        let server = try await MediaServer(folder: SampleMedia.path(""))
        let result = try await PlayheadBinary.run(
            "subtitles", "--format", "json", "--track", "de",
            server.address(of: "hls-subtitles/master.m3u8"))
        #expect(result.code == 0, "\(result.errors)")
        #expect(
            lines(result).count == 4 && lines(result).allSatisfy { $0.contains("subtitles-2") },
            "\(result.output)")
        #expect(lines(result).first?.hasPrefix(#"{"start":0.4,"end":1.2,"#) == true)
        await server.close()
    }

    @Test(arguments: ["subtitles.srt", "subtitles.mkv", "hls-subtitles/master.m3u8"], [0, 1])
    func `are asked for again as often as wanted`(path: String, retries: Int) async throws {
        let plan = FaultPlan(rules: [FaultRule("**", .status(503))])
        let server = try await MediaServer(folder: SampleMedia.path(""), plan: plan)
        let result = try await PlayheadBinary.run(
            "subtitles", "--retries", "\(retries)", server.address(of: path))
        #expect(result.code == 1, "\(result.errors)")
        #expect(server.log.requests.count == retries + 1)
        await server.close()
    }

    @Test func `are printed as SubRip, which is what they were`() async throws {
        let result = try await PlayheadBinary.run("subtitles", SampleMedia.path("subtitles.mkv"))
        let original = try String(contentsOfFile: SampleMedia.path("subtitles.srt"), encoding: .utf8)
        #expect(result.output == original.replacingOccurrences(of: "<i>first</i>", with: "first"))
    }

    @Test func `are printed as WebVTT, and can be read again`() async throws {
        let folder = try TemporaryFolder()
        let result = try await PlayheadBinary.run(
            "subtitles", "--format", "vtt", SampleMedia.path("subtitles.mkv"))
        #expect(result.output.hasPrefix("WEBVTT\n\n00:00:00.400 --> 00:00:01.200\nThe first cue\n\n"))
        #expect(result.output.contains("Salt &amp; pepper"))
        let file = try folder.write(result.output, to: "again.vtt")
        let again = try await PlayheadBinary.run("subtitles", "--format", "vtt", file)
        #expect(again.output == result.output)
    }

    @Test(arguments: [
        ("2", "Der erste Text, mit Komma"), ("subtitles-3", "Le premier"), ("fr", "Le premier"),
        ("de", "Der erste Text, mit Komma"),
    ])
    func `are those of the track that is named`(name: String, first: String) async throws {
        let result = try await PlayheadBinary.run(
            "subtitles", "--track", name, SampleMedia.path("subtitle-kinds.mkv"))
        #expect(result.code == 0)
        #expect(result.output.contains("\n\(first)\n"))
    }

    @Test func `of a playlist are printed`() async throws {
        let server = try await MediaServer(folder: SampleMedia.folder)
        let result = try await PlayheadBinary.run(
            "subtitles", "--format", "json", server.address(of: "hls-subtitles/master.m3u8"))
        #expect(result.code == 0)
        #expect(lines(result).count == 4)
        await server.close()
    }

    @Test func `of a medium that is cut off are printed as far as it goes, which is said`() async throws {
        let folder = try TemporaryFolder()
        let whole = try Data(contentsOf: URL(filePath: SampleMedia.path("subtitles.mkv")))
        let file = try folder.write(whole.prefix(whole.count * 6 / 10), to: "cut.mkv")
        let result = try await PlayheadBinary.run("subtitles", "--format", "json", file)
        #expect(result.code == 4)
        #expect(lines(result) == Array(Self.cues.prefix(2)))
        #expect(result.errors.hasPrefix("playhead: The content ends at "), "\(result.errors)")
    }

    @Test(arguments: [
        ("german-2.vtt", 3, 4), ("german.m3u8", 0, 4), ("english*", 4, 0), ("english-0.vtt", 4, 0),
    ])
    func `of a playlist that lacks some of them are printed without these, which is said`(
        lacking: String, count: Int, code: Int32
    ) async throws {
        let plan = FaultPlan(rules: [FaultRule(PathPattern(lacking), .status(404))])
        let server = try await MediaServer(folder: SampleMedia.folder, plan: plan)
        let result = try await PlayheadBinary.run(
            "subtitles", "--format", "json", "--track", "de",
            server.address(of: "hls-subtitles/master.m3u8"))
        #expect(result.code == code)
        #expect(lines(result).count == count, "\(result.output)")
        let complaints = result.errors.split(separator: "\n").filter { $0.hasPrefix("playhead: ") }
        #expect(complaints.count == (code == 0 ? 0 : 1), "\(result.errors)")
        #expect(complaints.allSatisfy { $0.contains(lacking) })
        await server.close()
    }

    @Test func `of a file in an encoding of its own are printed`() async throws {
        let folder = try TemporaryFolder()
        let bytes = Data("1\n00:00:01,000 --> 00:00:02,000\n".utf8) + Data([0xCF, 0xF0, 0xE8])
        let file = try folder.write(bytes, to: "film.srt")
        let result = try await PlayheadBinary.run("subtitles", "--encoding", "windows-1251", file)
        #expect(result.output == "1\n00:00:01,000 --> 00:00:02,000\nПри\n\n")
    }

    @Test(arguments: [
        ("/nonexistent.mkv", "No such file"), ("av-h264-aac.mp4", "no subtitles"), ("README.md", "no medium"),
        ("/nonexistent.srt", "No such file"),
    ])
    func `that cannot be had are one clear error`(name: String, words: String) async throws {
        let path = name.hasPrefix("/") ? name : SampleMedia.path(name)
        let result = try await PlayheadBinary.run("subtitles", path)
        #expect(result.code == 1)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("playhead: ") && result.errors.contains(words))
    }

    @Test func `of a track that is not there are an error that names those that are`() async throws {
        let result = try await PlayheadBinary.run(
            "subtitles", "--track", "it", SampleMedia.path("subtitle-kinds.mkv"))
        #expect(result.code == 1)
        #expect(result.errors.contains("no such track") && result.errors.contains("subtitles-2 (de)"))
    }

    @Test func `are not printed for wrong arguments`() async throws {
        for arguments in [
            ["subtitles"], ["subtitles", "--format", "pdf", "a"], ["subtitles", "--track", "none", "a"],
            ["subtitles", ""],
        ] {
            let child = try await PlayheadBinary.start(arguments)
            #expect(await RunResult(child).code == 2)
        }
    }
}

@Suite(.timeLimit(.minutes(3))) struct `Subtitle files with a medium` {
    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        _ = try folder.copy("av-h264-aac.mp4", as: "film.mp4")
        // They last: a busy machine may read them while the film plays already.
        try folder.write("1\n00:00:00,400 --> 00:00:02,800\nbeside\n", to: "film.en.srt")
        try folder.write("WEBVTT\n\n00:00.400 --> 00:02.800\nother\n", to: "other.vtt")
        return folder
    }

    private func texts(_ arguments: String..., in folder: TemporaryFolder) async throws -> [String?] {
        let all = ["play", "--json", "--end", "3", folder.path + "/film.mp4"] + arguments
        let result = await RunResult(try await PlayheadBinary.start(all))
        #expect(result.code == 0, "\(result.errors)")
        return try result.lines().named("subtitleChanged").map(\.text)
    }

    @Test func `are shown when they are named, or found when that is asked for`() async throws {
        let folder = try folder()
        #expect(try await texts(in: folder).isEmpty)
        #expect(try await texts("--subtitle-file", folder.path + "/other.vtt", in: folder) == ["other", nil])
        #expect(try await texts("--find-subtitles", in: folder) == ["beside", nil])
        #expect(
            try await texts(
                "--find-subtitles", "--subtitle-file", folder.path + "/other.vtt", "--subtitle-track", "en",
                in: folder)
                == ["beside", nil])
    }

    @Test func `are read in the encoding that is named`() async throws {
        let folder = try folder()
        let words = "1\n00:00:00,400 --> 00:00:02,800\n"
        // “да” and “нет” in Windows-1251.
        try folder.write(Data(words.utf8) + [0xE4, 0xE0], to: "film.ru.srt")
        try folder.write(Data(words.utf8) + [0xED, 0xE5, 0xF2], to: "other.srt")
        #expect(
            try await texts(
                "--subtitle-encoding", "windows-1251", "--subtitle-file", folder.path + "/other.srt",
                in: folder) == ["нет", nil])
        #expect(
            try await texts(
                "--subtitle-encoding", "windows-1251", "--find-subtitles", "--subtitle-track", "ru",
                in: folder)
                == ["да", nil])
    }

    @Test func `are not told when they are drawn only, or not wanted`() async throws {
        let folder = try folder()
        #expect(try await texts("--find-subtitles", "--subtitles", "none", in: folder).isEmpty)
        #expect(try await texts("--find-subtitles", "--subtitles", "draw", in: folder).isEmpty)
        #expect(try await texts("--find-subtitles", "--subtitles", "both", in: folder) == ["beside", nil])
    }

    @Test func `are shown later or earlier`() async throws {
        let folder = try folder()
        let result = try await PlayheadBinary.run(
            "play", "--json", "--end", "3", "--find-subtitles", "--subtitle-delay", "-0.4",
            folder.path + "/film.mp4")
        let lines = try result.lines()
        #expect(lines.named("subtitleChanged").map(\.text) == ["beside", nil])
        #expect(lines.named("subtitleDelayChanged").count == 1)
    }
}
