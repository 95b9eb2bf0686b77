import ArgumentParser
import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import PlayheadCommand
@testable import TestBasics
@testable import TestSupport

@Suite(.timeLimit(.minutes(5))) struct `An inspection` {
    private static let film: MediaInspection = {
        var inspection = MediaInspection(item: MediaItem(uri: "file:///film.mkv"))
        inspection.isPlayable = true
        inspection.duration = .milliseconds(3_723_450)
        inspection.isSeekable = true
        inspection.metadata.title = "A \"film\"\u{1B}[2J"
        inspection.metadata.trackNumber = 2
        inspection.metadata.trackCount = 9
        inspection.metadata.container = "Matroska"
        inspection.metadata.bitrate = 1_234_567
        inspection.metadata.artwork = Artwork(type: "image/png", bytes: [1, 2, 3])
        inspection.metadata.chapters = [Chapter(id: 0, title: "One", start: .zero, end: .seconds(60))]
        var video = Track(id: Track.ID(rawValue: "video-1"), kind: .video, codec: "H.264")
        video.size = VideoSize(width: 1920, height: 800)
        video.frameRate = 25
        video.isDefault = true
        video.decoder = TrackDecoder(name: "vah264dec", isHardware: true, memory: "VAMemory")
        var audio = Track(
            id: Track.ID(rawValue: "audio-1"), kind: .audio, codec: "AAC", language: "de", title: "Ton")
        audio.channels = 6
        audio.sampleRate = 48000
        audio.bitrate = 384_000
        audio.isOriginal = true
        inspection.tracks = [video, audio, Track(id: Track.ID(rawValue: "subtitles-1"), kind: .subtitles)]
        inspection.missing = [MissingPlugin(what: "H.265 decoder", debianPackage: "gstreamer1.0-libav")]
        return inspection
    }()

    /// The names of fields are public: a change here breaks programs that read them.
    @Test func `as JSON has exactly these fields, in this order`() {
        #expect(
            Self.film.json == #"""
                {"uri":"file:///film.mkv","isPlayable":true,"duration":3723.45,"isSeekable":true,"isLive":false,\#
                "container":"Matroska","metadata":{"title":"A \"film\"\u001b[2J","trackNumber":2,"trackCount":9,\#
                "bitrate":1234567,"artwork":{"type":"image/png","size":3}},"tracks":[{"id":"video-1","kind":"video",\#
                "codec":"H.264","language":null,"title":null,"isDefault":true,"isForced":false,\#
                "isForHearingImpaired":false,"isOriginal":false,"width":1920,"height":800,"frameRate":25,\#
                "decoder":{"name":"vah264dec","isHardware":true,"memory":"VAMemory"}},{"id":"audio-1","kind":"audio","codec":"AAC","language":"de",\#
                "title":"Ton","isDefault":false,"isForced":false,"isForHearingImpaired":false,"isOriginal":true,\#
                "channels":6,"sampleRate":48000,\#
                "bitrate":384000},{"id":"subtitles-1","kind":"subtitles","codec":null,"language":null,\#
                "title":null,"isDefault":false,"isForced":false,"isForHearingImpaired":false,"isOriginal":false,\#
                "isExternal":false,"hasText":false}],\#
                "chapters":[{"id":0,"title":"One","start":0,"end":60}],\#
                "missing":[{"what":"H.265 decoder","debianPackage":"gstreamer1.0-libav"}]}
                """#)
        var failed = MediaInspection(item: MediaItem(uri: "file:///x"))
        failed.error = PlayerError(.notFound, "No such file: /x", hint: "check the path", uri: "file:///x")
        #expect(
            failed.json == #"""
                {"uri":"file:///x","isPlayable":false,"duration":null,"isSeekable":false,"isLive":false,"container":null,\#
                "metadata":{},"tracks":[],"chapters":[],"missing":[],"error":{"code":"notFound",\#
                "message":"No such file: /x","uri":"file:///x","domain":"playhead","domainCode":0,"isRecoverable":false,\#
                "hint":"check the path"}}
                """#)
    }

    @Test func `is a page for a person, in which nothing moves the cursor`() {
        #expect(
            InspectionPage(name: "film\n.mkv", inspection: Self.film).text == """
                film\\n.mkv
                  container  Matroska
                  duration   1:02:03.450
                  bitrate    1235 kbit/s
                  seekable   yes

                  Tracks
                    video-1      H.264      1920x800, 25 fps, hardware decoder vah264dec (VAMemory)  default
                    audio-1      AAC    de  6 channels, 48000 Hz, 384 kbit/s                         original  “Ton”
                    subtitles-1  ?                                                                   pictures

                  Chapters
                    1  0:00.000  One

                  Tags
                    title    A "film"\\u{1B}[2J
                    track    2 of 9
                    artwork  image/png, 3 bytes

                  Missing
                    H.265 decoder  package gstreamer1.0-libav

                """)
    }

    @Test func `has the loudness of audio tracks, if it is asked for`() {
        let audio = Self.film.tracks[1].id
        let measured = LoudnessMeasurement(
            tracks: [audio: Loudness(integrated: -23.014, range: 6.25, truePeak: -1)])
        let words = #""loudness":{"integrated":-23.01,"range":6.25,"truePeak":-1}"#
        #expect(Self.film.json(measured).contains(words) && !Self.film.json.contains("loudness"))
        let page = InspectionPage(name: "film.mkv", inspection: Self.film, loudness: measured).text
        #expect(page.contains("\n  Loudness\n    audio-1  -23 LUFS, range 6.3 LU, true peak -1 dBTP\n"))
        let broken = LoudnessMeasurement(error: PlayerError(.truncated, "The file is cut off", uri: "x"))
        #expect(Self.film.json(broken).contains(#""loudness":null"#))
        #expect(Self.film.json(broken).contains(#""code":"truncated""#))
        let lines = InspectionPage(name: "film.mkv", inspection: Self.film, loudness: broken).text
        #expect(lines.contains("    not measured:  The file is cut off\n"))
    }

    @Test(.enabled(if: LoudnessMeter.missingLibrary == nil, "libebur128-1 is not installed"))
    func `by the command measures each medium, and fails for one that is cut off`() async throws {
        let folder = try TemporaryFolder()
        let whole = try Data(contentsOf: URL(filePath: SampleMedia.path("audio-only.m4a")))
        let part = try folder.write(whole.prefix(whole.count - 20_000), to: "part.m4a")
        let paths = [SampleMedia.path("tone.wav"), part, SampleMedia.path("video-only.mp4")]
        let result = await RunResult(
            try await PlayheadBinary.start(
                ["inspect", "--json", "--loudness"] + paths, environment: ["XDG_STATE_HOME": folder.path]))
        #expect(result.code == 3 && result.errors == "", "\(result.errors)")
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 3 && lines[0].contains(#""loudness":{"integrated":-"#))
        #expect(lines.count == 3 && lines[1].contains(#""error":{"#) && !lines[2].contains("loudness"))
        let kept = try String(contentsOfFile: folder.path + "/playhead/loudness", encoding: .utf8)
        #expect(kept.split(separator: "\n").count == 1 && kept.contains("tone.wav\taudio-1 "))
    }

    @Test func `of several says by its exit code how many can be played`() {
        #expect(InspectSession.code(for: [true, true]) == 0 && InspectSession.code(for: [true, false]) == 3)
        #expect(InspectSession.code(for: [false, false]) == 1)
    }

    @Test func `has these options`() throws {
        let inspect = try #require(
            try RootCommand.parseAsRoot(["inspect", "--json", "a", "--jobs", "3", "--timeout", "0.5"])
                as? InspectCommand)
        #expect(inspect.items == ["a"] && inspect.json && inspect.jobs == 3)
        #expect(inspect.timeout.duration == .milliseconds(500))
        for wrong in [[], ["--jobs", "0", "a"], ["--timeout", "0", "a"], [""], ["-", "-"]] {
            #expect(throws: (any Error).self) { try RootCommand.parseAsRoot(["inspect"] + wrong) }
        }
    }

    @Test func `by the command is one object an item and line, in order`() async throws {
        let paths = ["chapters.mkv", "tone.wav", "missing.mp4", "rotated.mp4"].map(SampleMedia.path)
        let result = try await RunResult(PlayheadBinary.start(["inspect", "--json", "--jobs", "2"] + paths))
        #expect(result.code == 3 && result.errors == "")
        let objects = result.output.split(separator: "\n").map {
            try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
        #expect(objects.map { $0?["uri"] as? String } == paths.map { "file://" + $0 })
        #expect(objects.map { $0?["isPlayable"] as? Bool } == [true, true, false, true])
        #expect((objects[0]?["chapters"] as? [Any])?.count == 3)
        #expect(((objects[2]?["error"] as? [String: Any])?["code"] as? String) == "notFound")
    }

    @Test func `by the command ends with 0, 1 and 2`() async throws {
        let path = SampleMedia.path("one-frame.mp4")
        let page = try await PlayheadBinary.run("inspect", path)
        #expect(page.code == 0 && page.errors == "" && page.output.hasPrefix(path + "\n  container  MP4\n"))
        #expect(try await PlayheadBinary.run("inspect", "/missing").code == 1)
        let usage = try await PlayheadBinary.run("inspect", "--jobs", "0", path)
        #expect(usage.code == 2 && usage.output == "" && usage.errors.contains("--jobs must lie"))
    }
}

@Suite(.timeLimit(.minutes(5))) struct `A chapter to begin with` {
    @Test func `is played from its start, and is an error where it is not there`() async throws {
        let film = SampleMedia.path("chapters.mkv")
        let result = try await PlayheadBinary.run(
            "play", "--json", "--video", "none", "--audio", "none", "--chapter", "3", film,
            SampleMedia.path("tone.wav"))
        #expect(result.code == 3)
        let lines = try result.lines()
        #expect(lines.named("error").map(\.code) == ["notFound"])
        #expect(lines.named("error").first?.message == "There is no chapter 3: it has none")
        let played = try #require(lines.last?.items?.first?.played)
        #expect(abs(played - 1.5) < 0.1)
        #expect(lines.named("chapterChanged").count >= 1)
    }
}

@Suite(.timeLimit(.minutes(5))) struct `An inspection that is interrupted` {
    @Test func `ends with the signal, whatever hangs`() async throws {
        let plan = FaultPlan(rules: [FaultRule("x.mp4", .stall(at: 0))])
        let server = try await MediaServer(plan: plan)
        let child = try await PlayheadBinary.start([
            "inspect", "--json", "/missing", server.address(of: "x.mp4"),
        ])
        #expect(await child.output.waits { $0.contains("notFound") })
        child.signal(SIGINT)
        let result = await RunResult(child)
        #expect(result.code == 130 && result.output.split(separator: "\n").count == 1)
    }
}
