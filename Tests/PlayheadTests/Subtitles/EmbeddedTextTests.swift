import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Synchronization
import Testing

@testable import TestBasics
@testable import TestSupport

/// Text that media hold themselves, of every kind that is supported (contract 4.4): in a player and without one.
@Suite(.timeLimit(.minutes(2)))
struct EmbeddedTextTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var sample: String
        /// The place of the track among those of text, from 0 on.
        var place: Int
        var testDescription: String { "\(sample) \(place)" }
    }

    static let files = [
        Case(sample: "subtitles", place: 0), Case(sample: "subtitles-mp4", place: 0),
        Case(sample: "subtitle-kinds", place: 0), Case(sample: "subtitle-kinds", place: 1),
        Case(sample: "subtitle-kinds", place: 2), Case(sample: "subtitle-kinds", place: 3),
    ]
    /// What is told of the texts, and where in the media.
    private func told(_ item: MediaItem) async throws -> [String] {
        let player = Player(configuration: .virtual(VirtualClock()))
        let log = Mutex<[String]>([])
        let chronicle = player.chronicle(positions: false) { events, snapshot in
            for case .subtitleChanged(let cue) in events {
                log.withLock { $0.append("\(Self.rounded(snapshot.position)) \(cue?.text ?? "-")") }
            }
        }
        player.load(item, autoplay: true)
        #expect(try await player.waitForEnd(within: .seconds(30)) == .natural)
        await player.close()
        chronicle.cancel()
        return log.withLock { $0 }
    }

    private static func rounded(_ time: Duration) -> Double { (time.inSeconds * 25).rounded() / 25 }

    private func expected(_ cues: [Samples.Cue]) -> [String] {
        cues.flatMap {
            ["\(Self.rounded(.seconds($0.start))) \($0.text)", "\(Self.rounded(.seconds($0.end))) -"]
        }
    }

    @Test(arguments: files)
    func `4.4: the cues of a file are reported to the frame`(_ example: Case) async throws {
        let sample = try Samples.named(example.sample)
        var item = sample.item
        item.tracks.subtitles = Track.ID(rawValue: "subtitles-\(example.place + 1)")
        #expect(try await told(item) == expected(sample.subtitles[example.place].cues))
    }

    @Test
    func `4.4: the cues of a playlist are reported to the frame, also across segments`()
        async throws
    {
        let sample = try Samples.named("hls-subtitles")
        let server = try await MediaServer(folder: Samples.directory.path)
        let item = MediaItem(uri: server.address(of: sample.path))
        #expect(try await told(item) == expected(sample.subtitles[0].cues))
        await server.close()
    }

    @Test(arguments: ["subtitles", "subtitles-mp4", "subtitle-kinds"])
    func `4.4: all cues of a file are read without playback, as a player reports them`(
        _ name: String
    )
        async throws
    {
        let sample = try Samples.named(name)
        let transcripts = try await sample.item.subtitles()
        #expect(
            transcripts.map(\.track.id.rawValue) == sample.subtitles.indices.map { "subtitles-\($0 + 1)" })
        #expect(transcripts.map { $0.cues.map(\.text) } == sample.subtitles.map { $0.cues.map(\.text) })
        #expect(
            transcripts.map { $0.cues.map(\.start.inSeconds) }
                == sample.subtitles.map { $0.cues.map(\.start) })
        #expect(
            transcripts.map { $0.cues.map(\.end.inSeconds) } == sample.subtitles.map { $0.cues.map(\.end) })
        let player = Player(configuration: .silent)
        player.load(sample.item)
        try await player.waitUntil(.ready)
        #expect(player.tracks[id: transcripts[0].track.id] == transcripts[0].track)
        await player.close()
    }

    @Test func `4.4: the cues of the default track of a playlist are read without playback`() async throws {
        let sample = try Samples.named("hls-subtitles")
        let server = try await MediaServer(folder: Samples.directory.path)
        let transcripts = try await MediaItem(uri: server.address(of: sample.path)).subtitles()
        #expect(transcripts.map { $0.cues.map(\.text) } == [sample.subtitles[0].cues.map(\.text)])
        #expect(transcripts.first?.cues.map(\.start.inSeconds) == sample.subtitles[0].cues.map(\.start))
        await server.close()
    }

    @Test func `a medium without subtitles has no cues, and an unreadable medium is an error`() async throws {
        #expect(try await Samples.named("av-h264-aac").item.subtitles().isEmpty)
        #expect(try await Samples.named("tone-wav").item.subtitles().isEmpty)
        for (path, code) in [("/nonexistent.mkv", PlayerError.Code.notFound), ("/dev/null", .notRegularFile)]
        {
            let error = await #expect(throws: PlayerError.self) {
                try await MediaItem(path: path).subtitles()
            }
            #expect(error?.code == code)
        }
    }

    @Test func `a cancelled reading of subtitles ends at once`() async throws {
        let item = MediaItem(uri: "http://10.255.255.1/film.mkv")
        let task = Task { try await item.subtitles() }
        task.cancel()
        let error = await #expect(throws: PlayerError.self) { try await task.value }
        #expect(error?.code == .closed)
    }

    /// matroskademux gives out none that began before the target of a seek.
    @Test(arguments: 0..<4)
    func `4.4: a first seek into a cue shows it, also on another track`(_ place: Int)
        async throws
    {
        let sample = try Samples.named("subtitle-kinds")
        let cue = try #require(sample.subtitles[place].cues.first)
        let player = Player(configuration: .silent)
        var item = sample.item
        item.startPosition = .seconds(cue.start + 0.5)
        player.load(item)
        try await player.waitUntil(.ready)
        let track = try #require(player.tracks.all.first { $0.id.rawValue == "subtitles-\(place + 1)" })
        if place < 3 {
            player.select(track)
            try await player.wait(for: "the text") { $0.subtitle == cue.text }
        }
        await player.close()
    }
}
