import PlayheadServer
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(5))) struct `The command plays` {
    @Test(
        arguments: SampleMedia.all.filter {
            $0.playable && $0.kind == "file" && $0.name != "no-video-decoder"
        })
    func `each sample to its end`(sample: SampleMedia.Sample) async throws {
        let result = try await PlayheadBinary.run("play", "--json", SampleMedia.path(sample.path))
        try expectPlayed(sample, result)
    }

    @Test(arguments: SampleMedia.all.filter { $0.kind == "hls" })
    func `HLS from a server`(sample: SampleMedia.Sample) async throws {
        let server = try await MediaServer(folder: SampleMedia.folder)
        let result = try await PlayheadBinary.run("play", "--json", server.address(of: sample.path))
        try expectPlayed(sample, result)
        #expect(server.log.requests.allSatisfy { $0.status == 200 })
    }

    @Test(arguments: SampleMedia.all.filter { $0.kind == "hls" })
    func `a part of HLS from a server`(sample: SampleMedia.Sample) async throws {
        let server = try await MediaServer(folder: SampleMedia.folder)
        let result = try await PlayheadBinary.run(
            "play", "--json", "--start", "1", "--end", "2", server.address(of: sample.path))
        let item = try #require(try result.lines().last?.items?.first)
        #expect(result.code == 0 && item.outcome == "played", "\(result.output.suffix(2000))")
        #expect(item.played > 0.9 && item.played < 2)
    }

    @Test func `one after the other, and tells of each`() async throws {
        let names = ["one-frame.mp4", "tone.wav", "one-frame.mp4"].map { SampleMedia.path($0) }
        let result = try await PlayheadBinary.run("play", "--json", names[0], names[1], names[2])
        let lines = try result.lines()
        #expect(lines.named("itemChanged").map(\.item) == [0, 1, 2])
        #expect(lines.named("ready").map(\.item) == [0, 1, 2])
        #expect(lines.named("finished").map(\.item) == [0, 1, 2])
        #expect(lines.first?.event == "hello" && lines.last?.event == "summary")
        #expect(zip(lines, lines.dropFirst()).allSatisfy { $0.at <= $1.at })
        #expect(result.code == 0)
    }

    @Test func `a part of an item, which counts as played`() async throws {
        let result = try await PlayheadBinary.run(
            "play", "--json", "--start", "1", "--end", "2", "--mute", "--volume", "0.5",
            SampleMedia.path("av-h264-aac.mp4"))
        let lines = try result.lines()
        let positions = lines.named("positionChanged").compactMap(\.position).filter { $0 > 0 }
        let item = try #require(lines.last?.items?.first)
        #expect(result.code == 0 && item.outcome == "played")
        #expect(abs(item.played - 1) < 0.1)
        #expect(positions.allSatisfy { (0.99...2.01).contains($0) })
        #expect(lines.named("mutedChanged").map(\.isMuted) == [true])
        #expect(lines.named("volumeChanged").map(\.volume) == [0.5])
    }

    @Test func `the tracks that are asked for`() async throws {
        func choice(_ audio: String, _ subtitles: String) async throws -> [String?] {
            let result = try await PlayheadBinary.run(
                "play", "--json", "--end", "0.2", "--audio-track", audio, "--subtitle-track", subtitles,
                SampleMedia.path("tracks.mkv"))
            #expect(result.code == 0)
            let lists = try result.lines().named("tracksChanged").compactMap(\.tracks)
            let last = try #require(lists.last { !$0.isEmpty })
            return ["audio", "subtitles"].map { kind in
                last.first { $0.kind == kind && $0.chosen && $0.applied }?.id
            }
        }
        #expect(try await choice("fr", "de") == ["audio-3", "subtitles-2"])
        #expect(try await choice("it", "it") == ["audio-2", nil])
        #expect(try await choice("1", "none") == ["audio-1", nil])
    }

    @Test func `a track that is not there is warned of`() async throws {
        let result = try await PlayheadBinary.run(
            "play", "--end", "0.2", "--audio-track", "audio-9", SampleMedia.path("tracks.mkv"))
        #expect(result.code == 0)
        #expect(result.errors.contains("There is no track audio-9\n  there are: audio-1, audio-2, audio-3\n"))
    }

    @Test func `subtitles as events`() async throws {
        let result = try await PlayheadBinary.run("play", "--json", SampleMedia.path("subtitles.mkv"))
        #expect(
            try result.lines().named("subtitleChanged").map(\.text) == [
                "The first cue", nil, "Salt & pepper", nil, "The third cue\nhas two lines", nil,
            ])
    }

    private func expectPlayed(_ sample: SampleMedia.Sample, _ result: RunResult) throws {
        let lines = try result.lines()
        let item = try #require(lines.last?.items?.first)
        #expect(result.code == 0, "\(result.errors)")
        #expect(lines.last?.exitCode == 0)
        #expect(item.outcome == "played")
        #expect(abs((item.duration ?? 0) - sample.duration) <= sample.durationTolerance)
        // A decoder says how long frames last on average, which leaves gaps between uneven ones.
        let gaps = sample.name == "uneven-frames" ? 0.2 : 0.05
        #expect(abs(item.played - sample.duration) <= sample.durationTolerance + gaps)
        #expect(lines.named("finished").map(\.reason) == ["natural"])
        #expect(lines.named("error").isEmpty)
        #expect(result.strangeLines == [])
    }
}
