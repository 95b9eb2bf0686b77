import Foundation
import Playhead
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// Contract section 4 as far as it concerns a single item, over the fake and over real media.
@Suite(.timeLimit(.minutes(2)))
struct MediaContractTests {
    private func durations(_ events: [PlayerEvent]) -> [Duration?] {
        events.compactMap { if case .durationChanged(let duration) = $0 { .some(duration) } else { nil } }
    }

    @Test(arguments: Backend.allCases)
    func `4.1: the duration is nil until it is known, and each change is reported`(_ backend: Backend)
        async throws
    {
        let harness = Harness(backend)
        harness.media?.script.preroll = .whenTold
        #expect(harness.player.duration == nil)
        harness.player.load(try harness.film())
        if backend == .fake { #expect(harness.player.duration == nil) }
        harness.media?.finishPreroll()
        try await harness.player.waitUntil(.ready)
        let duration = try #require(harness.player.duration)
        #expect(abs(duration.inSeconds - 4) < 0.05)
        harness.player.reset()
        #expect(harness.player.duration == nil)
        #expect(durations(await harness.closes()) == [duration, nil])
    }

    @Test func `4.1: live content has no duration`() async throws {
        let harness = Harness(.fake)
        harness.media?.script.isLive = true
        harness.media?.script.isSeekable = false
        harness.player.load(try harness.film(), autoplay: true)
        harness.media?.changeDuration(.seconds(5))
        harness.media?.advance(by: .seconds(20))
        #expect(harness.player.duration == nil)
        #expect(harness.player.position == .seconds(20))
        #expect(harness.player.snapshot.isLive)
        #expect(durations(await harness.closes()).isEmpty)
    }

    @Test func `4.1: a corrected duration is reported, and limits the position`()
        async throws
    {
        let harness = Harness(.fake)
        harness.player.load(try harness.film(), autoplay: true)
        harness.media?.advance(by: .seconds(3))
        harness.media?.changeDuration(.seconds(4))
        harness.media?.changeDuration(.seconds(2))
        #expect(harness.player.position == .seconds(2))
        #expect(durations(await harness.closes()) == [.seconds(4), .seconds(2), nil])
    }

    @Test func `4.6: one fault is one error, however many messages there are`() async throws {
        let harness = Harness(.fake)
        try await harness.inTheMiddle()
        let first = PlayerError(.connectionLost, "Gone", uri: "fake://item", element: "souphttpsrc")
        harness.media?.fail(first)
        for _ in 1...7 { harness.media?.fail(PlayerError(.unknown, "Echo")) }
        await harness.closes()
        #expect(harness.log.errors == [first])
        #expect(harness.log.ends == [.error])
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        var name: String
        var code: PlayerError.Code
        var content: Data?
        var testDescription: String { name }
    }

    static let faults: [Fault] = [
        Fault(name: "missing.mp4", code: .notFound),
        Fault(name: "empty.mp4", code: .empty, content: Data()),
        Fault(name: "text.mp4", code: .unknownFormat, content: Data("Dear diary,\n".utf8)),
        Fault(
            name: "random.mp4", code: .unknownFormat,
            content: Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 * 7919 >> 3) })),
    ]

    @Test(arguments: faults)
    func `4.6: a file that cannot be played gives one typed error`(_ fault: Fault) async throws {
        let harness = Harness(.real)
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: fault.name)
        if let content = fault.content { try content.write(to: file) }
        harness.player.load(MediaItem(path: file.path(percentEncoded: false)), autoplay: true)
        let error = try await harness.player.waitForError()
        #expect(error.code == fault.code)
        #expect(error.uri == harness.player.item?.uri)
        #expect(!error.message.isEmpty)
        await harness.closes()
        #expect(harness.log.errors == [error])
    }

    @Test func `4.6: a directory is not played`() async throws {
        let harness = Harness(.real)
        let folder = try TemporaryFolder()
        harness.player.load(MediaItem(path: folder.url.path(percentEncoded: false)))
        #expect(try await harness.player.waitForError().code == .isDirectory)
        await harness.closes()
    }

    @Test func `4.6: a missing decoder names the format and the package`() async throws {
        let harness = Harness(.real)
        harness.player.load(try Samples.named("no-decoder").item)
        let error = try await harness.player.waitForError()
        #expect(error.code == .missingDecoder)
        #expect(error.hint != nil)
        await harness.closes()
        #expect(harness.log.errors == [error])
    }

    @Test(arguments: Backend.allCases)
    func `4.7: every end has a reason`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        harness.player.load(try harness.film(from: .seconds(3)), autoplay: true)
        #expect(try await harness.playsToEnd() == .natural)
        try await harness.inTheMiddle()
        harness.player.load(try harness.film(from: .seconds(1), to: .seconds(2)), autoplay: true)
        #expect(try await harness.playsToEnd() == .natural)
        #expect(harness.player.position == .seconds(2))
        try await harness.inTheMiddle()
        harness.player.stop()
        harness.loadMissing()
        try await harness.player.waitForError()
        await harness.closes()
        #expect(harness.log.ends == [.natural, .replaced, .natural, .stopped, .error])
    }

    @Test(arguments: Backend.allCases)
    func `4.7: a cut file plays to the cut and is truncated`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "cut.mp4")
        let whole = try Data(contentsOf: Samples.directory.appending(path: "av-h264-aac.mp4"))
        try whole.prefix(whole.count * 6 / 10).write(to: file)
        harness.media?.script.end = .milliseconds(2200)
        harness.player.load(MediaItem(path: file.path(percentEncoded: false)), autoplay: true)
        #expect(try await harness.playsToEnd() == .truncated)
        let snapshot = harness.player.snapshot
        #expect(snapshot.error != nil)
        #expect(snapshot.state == .paused(buffering: false))
        #expect(snapshot.position > .seconds(1) && snapshot.position < .seconds(3))
        #expect(snapshot.played > .seconds(1) && snapshot.played < .seconds(3))
        await harness.closes()
        #expect(harness.log.ends == [.truncated])
        #expect(harness.log.errors.count == 1)
    }

    @Test func `4.4: a cue is reported at its start, and nil at its end`() async throws {
        let sample = try Samples.named("subtitles")
        let harness = Harness(.real)
        harness.player.load(sample.item, autoplay: true)
        try await harness.player.waitForEnd()
        let events = await harness.closes()
        let texts = events.compactMap {
            if case .subtitleChanged(let cue) = $0 { .some(cue?.text) } else { nil }
        }
        let cues = try #require(sample.subtitles.first?.cues)
        #expect(texts == cues.flatMap { [$0.text, nil] })
    }
}
