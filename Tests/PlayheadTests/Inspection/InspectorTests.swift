import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// Media that are looked at and not played.
@Suite(.timeLimit(.minutes(2)))
struct InspectorTests {
    private let inspector = MediaInspector(jobs: 3)

    @Test(arguments: Samples.all.filter { !$0.playable || !$0.isFile || $0.video == nil })
    func `4.6: a sample is playable, or its inspection names the missing plug-in`(_ sample: Samples.Sample)
        async
    {
        let inspection = await inspector.inspect(sample.item)
        #expect(inspection.isPlayable == sample.playable)
        #expect((inspection.error == nil) == sample.playable)
        if !sample.playable {
            #expect(inspection.error?.code == .missingDecoder)
            #expect(inspection.missing.map(\.what) == ["the format “zzz1”, which is not known here"])
        }
    }

    @Test func `tracks are described`() async throws {
        let film = await inspector.inspect(try Samples.named("chapters-mkv").item)
        #expect(film.tracks.map(\.id.rawValue) == ["video-1", "audio-1"])
        #expect(film.tracks.map(\.codec) == ["H.264", "AAC"] && film.tracks.map(\.language) == [nil, "de"])
        #expect(film.tracks[0].size == VideoSize(width: 320, height: 180) && film.tracks[0].frameRate == 25)
        #expect(
            film.tracks[1].channels == 2 && film.tracks[1].sampleRate == 48000
                && film.tracks[1].title == "Sound")
        #expect(film.metadata.container == "Matroska" && film.chapters.count == 3)
        let kinds = await inspector.inspect(try Samples.named("subtitle-kinds").item)
        #expect(kinds.tracks.suffix(4).map(\.codec) == ["SubRip", "ASS", "WebVTT", "SubRip"])
        #expect(kinds.missing.isEmpty)
        let text = await inspector.inspect(try Samples.named("subtitles").item)
        #expect(text.tracks.map(\.id.rawValue) == ["video-1", "audio-1", "subtitles-1"])
        #expect(text.tracks[2].codec == "SubRip" && text.tracks[2].language == "en" && text.tracks[2].hasText)
        #expect(!text.tracks[2].isDefault && text.tracks[0].isDefault)
    }

    @Test(arguments: [
        ("av-vp9-opus", "WebM"), ("tone-ogg", "Ogg"), ("tone-flac", "FLAC"), ("tone-wav", "WAV"),
        ("tone-mp3", "MP3"),
        ("audio-only", "MP4"), ("subtitles", "Matroska"),
    ]) func `containers are called by their names`(_ sample: String, _ container: String) async throws {
        let inspection = await inspector.inspect(try Samples.named(sample).item)
        #expect(inspection.metadata.container == container)
    }

    @Test func `4.6: the inspection of an unplayable medium has the error of a player`() async throws {
        let folder = try TemporaryFolder()
        let file = { (name: String, bytes: [UInt8]) throws -> MediaItem in
            let url = folder.url.appending(path: name)
            try Data(bytes).write(to: url)
            return MediaItem(path: url.path)
        }
        let pipe = folder.url.appending(path: "pipe").path
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        let items = [
            MediaItem(path: "/nonexistent/film.mp4"), MediaItem(path: folder.url.path), MediaItem(path: pipe),
            try file("empty.mp4", []), try file("text.txt", Array("no medium, only text\n".utf8)),
            try file("noise.mp4", (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* $0 &+ 7) }),
            MediaItem(uri: "nonsense"), MediaItem(uri: "http://127.0.0.1:1/film.mp4"),
        ]
        for item in items {
            let player = Player(configuration: .silent)
            player.load(item)
            let error = try await player.waitForError()
            await player.close()
            let inspection = await inspector.inspect(item)
            #expect(inspection.error == error && !inspection.isPlayable && inspection.tracks.isEmpty)
        }
    }

    @Test func `4.6: a FLAC file without a whole frame is malformed`() async throws {
        let folder = try TemporaryFolder()
        let whole = try Repository.bytes("media/tone.flac")
        for length in stride(from: 1000, through: 8000, by: 1000) {
            let path = try folder.write(Data(whole.prefix(length)), to: "cut\(length).flac")
            #expect(await inspector.inspect(MediaItem(path: path)).error?.code == .malformed)
        }
    }

    @Test(arguments: [
        ("text.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\na\n")
    ]) func `4.6: player and inspector report a medium without playable tracks`(
        _ name: String, _ content: String
    ) async throws {
        let folder = try TemporaryFolder()
        let item = MediaItem(path: try folder.write(content, to: name))
        let player = Player(configuration: .silent)
        player.load(item, autoplay: true)
        let error = try await player.waitForError()
        await player.close()
        let inspection = await inspector.inspect(item)
        #expect(error.code == .unknownFormat && inspection.error == error)
        #expect(!inspection.isPlayable && inspection.tracks.isEmpty)
    }

    @Test(arguments: ["tracks.mkv", "chapters.m4b", "chapters.mkv", "bitmaps/pgs.mkv"])
    func `over HTTP tracks and chapters are the same as of a file`(_ name: String) async throws {
        let server = try await MediaServer(folder: Samples.directory.path)
        let remote = await inspector.inspect(MediaItem(uri: server.address(of: name)))
        let local = await inspector.inspect(
            MediaItem(path: Samples.directory.appending(path: name).path))
        #expect(!local.tracks.isEmpty && remote.metadata.chapters == local.metadata.chapters)
        #expect(remote.tracks.map(\.isForced) == local.tracks.map(\.isForced))
        #expect(remote.tracks.map(\.isDefault) == local.tracks.map(\.isDefault))
        #expect(remote.tracks.map(\.isForHearingImpaired) == local.tracks.map(\.isForHearingImpaired))
        #expect(remote.tracks.map(\.language) == local.tracks.map(\.language))
        #expect(remote.tracks.map(\.title) == local.tracks.map(\.title))
        await server.close()
    }

    @Test func `several inspections finish in the order of their items`() async throws {
        let samples = Samples.all.filter(\.isFile)
        let items = samples.flatMap { [$0.item, MediaItem(path: "/nonexistent/\($0.name)")] }
        let inspections = await inspector.inspect(items)
        #expect(inspections.map(\.item) == items)
        #expect(inspections.map(\.isPlayable) == samples.flatMap { [$0.playable, false] })
        #expect(await inspector.inspect([MediaItem]()).isEmpty)
    }

    @Test func `HLS and files over HTTP are inspected too`() async throws {
        let server = try await MediaServer(folder: Samples.directory.path)
        for (name, container) in [("hls-ts", "HLS"), ("hls-fmp4", "HLS"), ("chapters-mkv", "Matroska")] {
            let sample = try Samples.named(name)
            let inspection = await inspector.inspect(MediaItem(uri: server.address(of: sample.path)))
            #expect(inspection.isPlayable && inspection.isSeekable && !inspection.isLive)
            #expect(inspection.metadata.container == container)
            #expect(abs((inspection.duration?.inSeconds ?? 0) - sample.duration) <= sample.durationTolerance)
        }
        let partial = await inspector.inspect(MediaItem(uri: server.address(of: "no-video-decoder.mp4")))
        #expect(partial.isPlayable && partial.missing.count == 1 && partial.tracks.map(\.kind) == [.audio])
        let missing = await inspector.inspect(MediaItem(uri: server.address(of: "missing.mp4")))
        #expect(missing.error?.code == .httpStatus || missing.error?.code == .notFound)
        await server.close()
    }

    @Test func `4.8: the inspection of a silent server ends at the timeout`() async throws {
        let plan = FaultPlan(rules: [FaultRule("**", .stall(at: 0))])
        let server = try await MediaServer(folder: Samples.directory.path, plan: plan)
        let item = MediaItem(uri: server.address(of: "av-h264-aac.mp4"))
        let inspection = await MediaInspector(timeout: .milliseconds(300)).inspect(item)
        #expect(inspection.error?.code == .timedOut && inspection.error?.uri == item.uri)
        let task = Task { await MediaInspector().inspect(item) }
        task.cancel()
        #expect(await task.value.error?.code == .closed)
        await server.close()
    }
}
