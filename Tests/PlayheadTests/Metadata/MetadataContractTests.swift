import Foundation
import Playhead
import PlayheadTesting
import Testing

@testable import GStreamer
@testable import PlayheadCore
@testable import PlayheadStreaming
@testable import TestBasics
@testable import TestSupport

/// What media say about themselves, as a player and as an inspector tell it: the manifest knows the truth.
@Suite(.timeLimit(.minutes(2)))
struct MetadataContractTests {
    private static let telling = Samples.all.filter { $0.metadata != nil }
    private static let files = Samples.all.filter { $0.isFile && $0.playable }

    /// The player's snapshot once it is ready, and what it told until then.
    private func ready(_ sample: Samples.Sample) async throws -> (PlayerSnapshot, [PlayerEvent]) {
        let harness = Harness(.real)
        harness.player.load(sample.item)
        try await harness.player.waitUntil(.ready)
        let snapshot = harness.player.snapshot
        return (snapshot, await harness.closes())
    }

    @Test(arguments: telling)
    func `4.5: tags, chapters and artwork match the manifest, and are reported once before ready`(
        _ sample: Samples.Sample
    ) async throws {
        let (snapshot, events) = try await ready(sample)
        expect(snapshot.metadata, of: sample)
        let told = events.prefix { $0 != .ready }.filter {
            if case .metadataChanged = $0 { true } else { false }
        }
        #expect(told == [.metadataChanged(snapshot.metadata)])
        let inspection = await MediaInspector().inspect(sample.item)
        expect(inspection.metadata, of: sample)
    }

    @Test func `4.5: replay gain is read`() async throws {
        let (snapshot, _) = try await ready(try Samples.named("cover-flac"))
        #expect(snapshot.metadata.trackGain == -3.5 && snapshot.metadata.trackPeak == 0.25)
    }

    private func expect(_ metadata: MediaMetadata, of sample: Samples.Sample) {
        let words = sample.metadata
        #expect(metadata.title == words?.title && metadata.artist == words?.artist)
        #expect(
            metadata.album == words?.album && metadata.genre == words?.genre && metadata.date == words?.date)
        let numbers = [
            (metadata.trackNumber, metadata.trackCount), (metadata.discNumber, metadata.discCount),
        ]
        #expect(
            numbers.map { number, count in number.map { "\($0)/\(count ?? 0)" } } == [
                words?.track, words?.disc,
            ])
        #expect(
            metadata.artwork?.type == sample.cover?.type
                && metadata.artwork?.bytes.count == sample.cover?.size)
        #expect(metadata.chapters.map(\.title) == (sample.chapters ?? []).map(\.title))
        #expect(metadata.chapters.map(\.start.inSeconds) == (sample.chapters ?? []).map(\.start))
        for (chapter, truth) in zip(metadata.chapters, sample.chapters ?? []) {
            if let end = chapter.end { #expect(abs(end.inSeconds - truth.end) < 0.001) }
        }
    }

    @Test(arguments: files)
    func `4.5: an inspector reports the metadata of a player`(_ sample: Samples.Sample) async throws {
        let (snapshot, _) = try await ready(sample)
        let inspection = await MediaInspector().inspect(sample.item)
        #expect(inspection.isPlayable && inspection.error == nil && inspection.isLive == snapshot.isLive)
        #expect(inspection.isSeekable == snapshot.isSeekable && inspection.duration == snapshot.duration)
        #expect(inspection.metadata == snapshot.metadata)
        // Without a decoder a stream is no track: one of this sample has none.
        guard sample.name != "no-video-decoder" else { return }
        #expect(inspection.tracks.first { $0.kind == .video }?.size == snapshot.videoSize)
        #expect(inspection.tracks == snapshot.tracks.all)
    }

    @Test func `4.5: player and inspector report the same tracks`() async throws {
        let item = MediaItem(path: Samples.directory.appending(path: "tracks.mkv").path)
        let player = Player(configuration: .silent)
        player.load(item)
        try await player.waitUntil(.ready)
        let inspection = await MediaInspector().inspect(item)
        #expect(inspection.tracks == player.snapshot.tracks.all && inspection.tracks.count > 3)
        await player.close()
    }

    @Test(arguments: Samples.all.filter { $0.isFile && $0.playable && $0.video?.width != nil })
    func `4.5: the video size is the displayed size`(_ sample: Samples.Sample) async throws {
        let (snapshot, _) = try await ready(sample)
        let video = try #require(sample.video)
        guard snapshot.hasVideo else { return }
        #expect(snapshot.videoSize?.width == video.seenWidth ?? video.width)
        #expect(snapshot.videoSize?.height == video.seenHeight ?? video.height)
    }

    @Test(arguments: Backend.allCases)
    func `2.6: metadata end with their item`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        let chapters = try Samples.named("chapters-mkv")
        harness.media?.script.metadata = Self.film
        harness.player.load(chapters.item)
        try await harness.player.waitUntil(.ready)
        #expect(harness.player.chapters.count == 3 && harness.player.currentChapter?.id == 0)
        harness.media?.script.metadata = MediaMetadata()
        harness.player.reset()
        #expect(harness.player.metadata == MediaMetadata() && harness.player.currentChapter == nil)
        #expect(harness.player.videoSize == nil && harness.player.chapters.isEmpty)
        await harness.closes()
    }

    @Test func `3.4: a new title of a radio station is an event, and a repeated one is not`() async throws {
        let fake = FakePlayer(FakeScript { $0.isLive = true })
        let log = EventLog()
        fake.player.addObserver(log)
        fake.player.load(MediaItem(uri: "fake://radio"), autoplay: true)
        var metadata = MediaMetadata()
        for title in ["One", "One", "Two"] {
            metadata.title = title
            fake.media.changeMetadata(metadata)
            #expect(fake.player.metadata.title == title)
        }
        await fake.player.close()
        let titles = log.events.compactMap { event -> String? in
            if case .metadataChanged(let metadata) = event { metadata.title } else { nil }
        }
        #expect(titles == ["One", "Two"])
    }

    /// The same chapters as in the sample.
    static let film: MediaMetadata = {
        var metadata = MediaMetadata()
        metadata.chapters = [
            Chapter(id: 0, title: "Opening", start: .zero, end: .seconds(1)),
            Chapter(id: 1, title: "Middle", start: .seconds(1), end: .milliseconds(2500)),
            Chapter(id: 2, title: "Ende – fin", start: .milliseconds(2500), end: .seconds(4)),
        ]
        return metadata
    }()
}
