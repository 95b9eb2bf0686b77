import Playhead
import PlayheadTesting
import Testing

@testable import GStreamer
@testable import PlayheadCore
@testable import PlayheadStreaming
@testable import TestBasics
@testable import TestSupport

/// Chapters while playing: over the fake and over real media, on virtual clocks.
@Suite(.timeLimit(.minutes(2)))
struct ChapterContractTests {
    private static let files = ["chapters-mkv", "chapters-m4b", "chapters-mp3", "chapters-opus"]

    /// A chapter and where it was reported.
    private struct Turn: Equatable, CustomStringConvertible {
        var chapter: Int?
        var position: Duration
        var description: String { "\(chapter.map { "\($0)" } ?? "-")@\(position.inSeconds)" }
    }

    private func turns(_ story: EventRecorder) -> [Turn] {
        story.trace.entries.compactMap { entry in
            guard case .chapterChanged(let chapter) = entry.event else { return nil }
            return Turn(chapter: chapter?.id, position: entry.mediaTime)
        }
    }

    private func harness(_ backend: Backend) -> Harness {
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual(VirtualClock())
        let harness = Harness(backend, configuration)
        harness.media?.script.metadata = MetadataContractTests.film
        return harness
    }

    /// Chapters begin at whole nanoseconds; a product with a speed rounds.
    private func expect(_ found: [Turn], _ expected: [Turn]) {
        #expect(found.map(\.chapter) == expected.map(\.chapter))
        for (found, expected) in zip(found, expected) {
            #expect(abs((found.position - expected.position).inSeconds) < 0.001, "\(found), not \(expected)")
        }
    }

    @Test(arguments: files, [1, 2, 0.5])
    func `3.3: each chapter is reported exactly at its start, at any speed`(_ name: String, _ speed: Double)
        async throws
    {
        let harness = harness(.real)
        let story = harness.player.recordEvents()
        harness.player.speed = speed
        harness.player.load(try Samples.named(name).item, autoplay: true)
        try await harness.player.waitForEnd()
        let starts = [Duration.zero, .seconds(1), .milliseconds(2500)].enumerated().map {
            Turn(chapter: $0, position: $1)
        }
        expect(Array(turns(story).prefix(3)), starts)
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `3.3: chapters are reported without an observer of times`(_ backend: Backend) async throws {
        let harness = harness(backend)
        let chapters = harness.player.values(of: \.currentChapter)
        harness.player.load(try Samples.named("chapters-mkv").item, autoplay: true)
        try await harness.player.waitForEnd()
        await harness.closes()
        var ids: [Int?] = []
        for await chapter in chapters { ids.append(chapter?.id) }
        #expect(Array(ids.prefix(4)) == [nil, 0, 1, 2])
    }

    @Test(arguments: Backend.allCases)
    func `2.2: a seek enters a chapter at once, and backward playback leaves it at its start`(
        _ backend: Backend
    ) async throws {
        let harness = harness(backend)
        let player = harness.player
        player.load(try Samples.named("chapters-mkv").item)
        try await player.waitUntil(.ready)
        let story = player.recordEvents()
        harness.seek(to: .milliseconds(1500))
        #expect(player.currentChapter?.id == 1)
        await player.seek(to: player.chapters[2])
        #expect(player.position == .milliseconds(2500) && player.currentChapter?.id == 2)
        player.speed = -1
        await player.seek(to: .seconds(3))
        player.play()
        try await player.waitForEnd()
        expect(
            turns(story),
            [
                Turn(chapter: 1, position: .milliseconds(1500)),
                Turn(chapter: 2, position: .milliseconds(2500)),
                Turn(chapter: 1, position: .milliseconds(2500)), Turn(chapter: 0, position: .seconds(1)),
            ])
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `chapter skips lead to the next chapter, and back to the start of the current one first`(
        _ backend: Backend
    )
        async throws
    {
        let harness = harness(backend)
        let player = harness.player
        player.load(try Samples.named("chapters-mkv").item)
        try await player.waitUntil(.ready)
        #expect(player.canSkipToNextChapter && !player.canSkipToPreviousChapter)
        player.skipToPreviousChapter()
        #expect(player.position == .zero)
        for start in [1000, 2500, 2500] {
            player.skipToNextChapter()
            #expect(player.position == .milliseconds(start))
        }
        #expect(!player.canSkipToNextChapter && player.canSkipToPreviousChapter)
        player.skipToPreviousChapter()
        #expect(player.position == .seconds(1))
        harness.seek(to: .milliseconds(3900))
        player.skipToPreviousChapter()
        #expect(player.position == .seconds(1))
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `2.5: an item starts at its start chapter, and returns there`(_ backend: Backend)
        async throws
    {
        let harness = harness(backend)
        let player = harness.player
        var item = try Samples.named("chapters-mkv").item
        item.startChapter = 1
        let story = player.recordEvents()
        player.load(item, autoplay: true)
        try await player.waitForEnd()
        #expect(player.snapshot.played <= .milliseconds(3100))
        expect(
            Array(turns(story).prefix(2)),
            [
                Turn(chapter: 1, position: .seconds(1)), Turn(chapter: 2, position: .milliseconds(2500)),
            ])
        player.stop()
        #expect(player.position == .seconds(1))
        await harness.closes()
    }

    @Test(arguments: Backend.allCases, [3, 0, -1, .max])
    func `4.6: a start chapter that does not exist is one error`(_ backend: Backend, _ chapter: Int)
        async throws
    {
        let harness = harness(backend)
        var item = try Samples.named(chapter == 0 ? "av-h264-aac" : "chapters-mkv").item
        if chapter == 0 { harness.media?.script.metadata = MediaMetadata() }
        item.startChapter = chapter
        harness.player.load(item, autoplay: true)
        let error = try await harness.player.waitForError()
        let number = min(chapter, .max - 1) + 1
        #expect(error.code == .notFound && error.message.hasPrefix("There is no chapter \(number)"))
        await harness.closes()
        #expect(harness.log.events.count { if case .error = $0 { true } else { false } } == 1)
    }

    @Test(arguments: Backend.allCases)
    func `4.2: a seek before preroll takes precedence over the start chapter`(_ backend: Backend)
        async throws
    {
        // Deadlines would pass on a virtual clock.
        let harness = Harness(backend)
        harness.media?.script.metadata = MetadataContractTests.film
        var item = try Samples.named("chapters-mkv").item
        item.startChapter = 2
        if backend == .fake { harness.media?.script.preroll = .whenTold }
        harness.player.load(item)
        harness.seek(to: .milliseconds(1200))
        harness.media?.finishPreroll()
        try await harness.player.waitUntil(.ready)
        #expect(harness.player.position == .milliseconds(1200) && harness.player.currentChapter?.id == 1)
        await harness.closes()
    }
}
