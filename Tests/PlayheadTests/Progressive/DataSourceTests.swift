import Foundation
import Playhead
import PlayheadTesting
import Testing

@testable import PlayheadCore
@testable import PlayheadPipeline
@testable import TestBasics
@testable import TestSupport

/// Items whose bytes the program gives.
@Suite(.timeLimit(.minutes(1)))
struct DataSourceTests {
    private struct Memory: MediaDataSource {
        let bytes: [UInt8]
        var tellsLength = true
        /// From where on it fails.
        var breaks = Int.max

        var length: Int? { tellsLength ? bytes.count : nil }

        func read(at offset: Int, count: Int) async throws -> [UInt8] {
            if offset >= breaks { throw CocoaError(.fileReadCorruptFile) }
            return Array(bytes.dropFirst(offset).prefix(min(count, 50_000)))
        }
    }

    /// Gives nothing, until nobody waits for it any more.
    private struct Silent: MediaDataSource {
        let begins: AsyncStream<Void>.Continuation
        let ends: AsyncStream<Void>.Continuation
        var length: Int? { 1 << 20 }

        func read(at offset: Int, count: Int) async throws -> [UInt8] {
            begins.yield()
            defer { ends.yield() }
            try await Task.sleep(for: .seconds(3600))
            return []
        }
    }

    private var virtual: PlayerConfiguration {
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        return configuration
    }

    private static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: Samples.directory.appending(path: name)))
    }

    @Test(
        arguments: [
            "av-h264-aac.mp4", "av-h264-aac-moov-last.mp4", "av-vp9-opus.webm", "tone.mp3", "tone.ogg",
        ], [true, false])
    func `a data source plays to its end`(_ name: String, _ tellsLength: Bool) async throws {
        let player = Player(configuration: virtual)
        let source = Memory(bytes: try Self.bytes(name), tellsLength: tellsLength)
        player.load(MediaItem(source: source, name: name), autoplay: true)
        #expect(try await player.waitForEnd(within: .seconds(40)) == .natural)
        await player.close()
    }

    @Test func `an exact seek works in a data source`() async throws {
        let player = Player(configuration: .silent)
        let source = Memory(bytes: try Self.bytes("av-h264-aac.mp4"))
        player.load(MediaItem(source: source, name: "film.mp4"))
        try await player.waitUntil(.ready)
        #expect(await player.seek(to: .seconds(2.5)) == .completed(at: .seconds(2.5)))
        await player.close()
    }

    @Test func `a failing data source is played up to the failure`() async throws {
        let player = Player(configuration: virtual)
        let bytes = try Self.bytes("av-h264-aac.mp4")
        let source = Memory(bytes: bytes, breaks: bytes.count / 2)
        player.load(MediaItem(source: source, name: "film.mp4"), autoplay: true)
        let end = try await player.waitForEnd(within: .seconds(40))
        #expect(
            end == .truncated && player.error?.code == .connectionLost
                && player.snapshot.position > .seconds(1))
        await player.close()
    }

    @Test func `a close does not wait for a silent data source`() async throws {
        let (begun, begins) = AsyncStream<Void>.makeStream()
        let (ended, ends) = AsyncStream<Void>.makeStream()
        let player = Player(configuration: .silent)
        player.load(MediaItem(source: Silent(begins: begins, ends: ends), name: "film.mp4"))
        _ = await begun.first { true }
        await player.close()
        _ = await ended.first { true }
        #expect(player.status == .closed)
    }

    @Test func `a data source equals only itself, and is not encoded`() async throws {
        let source = Memory(bytes: [1, 2, 3])
        let item = MediaItem(source: source, name: "film one.mp4")
        #expect(item == item && item != MediaItem(source: source, name: "film one.mp4"))
        let saved = try JSONDecoder().decode(MediaItem.self, from: JSONEncoder().encode(item))
        #expect(saved.uri == item.uri && saved != item)
        let player = Player(configuration: .silent)
        player.load(saved)
        #expect(try await player.waitForError().code == .invalidURI)
        await player.close()
    }

    @Test func `a data source is inspected, and its subtitles are read`() async throws {
        let item = MediaItem(source: Memory(bytes: try Self.bytes("subtitles.mkv")), name: "film.mkv")
        let inspection = await MediaInspector().inspect(item)
        #expect(inspection.isPlayable && inspection.tracks.contains { $0.kind == .subtitles })
        let path = Samples.directory.appending(path: "subtitles.mkv").path
        let (own, other) = (try await item.subtitles(), try await MediaItem(path: path).subtitles())
        #expect(own.map(\.cues) == other.map(\.cues) && !own.isEmpty)
    }
}
