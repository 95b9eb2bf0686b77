import Playhead
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// Contract section 1, over the fake and over real media.
@Suite(.timeLimit(.minutes(2)))
struct StateContractTests {
    @Test(arguments: Backend.allCases)
    func `1.1: a player is idle without content, and paused or playing with it`(_ backend: Backend)
        async throws
    {
        let harness = Harness(backend)
        #expect(harness.player.state == .idle)
        #expect(harness.player.status == .idle)
        harness.player.load(try harness.long())
        #expect(harness.player.state.hasContent)
        try await harness.player.waitUntil(state: .paused(buffering: false))
        harness.player.play()
        try await harness.player.waitUntil(.started)
        #expect(harness.player.state == .playing(buffering: false))
        harness.player.reset()
        #expect(harness.player.state == .idle)
        await harness.closes()
    }

    @Test func `1.1: a player that cannot present the next frame at once is buffering`() async throws {
        let harness = Harness(.fake)
        let media = try #require(harness.media)
        media.script.preroll = .whenTold
        media.script.seek = .whenTold
        harness.player.load(try harness.film(), autoplay: true)
        #expect(harness.player.state == .playing(buffering: true))
        media.finishPreroll()
        #expect(harness.player.state == .playing(buffering: false))
        media.buffer(percent: 5)
        #expect(harness.player.state == .playing(buffering: true))
        media.buffer(percent: 60)
        #expect(harness.player.state == .playing(buffering: true))
        media.buffer(percent: 100)
        #expect(harness.player.state == .playing(buffering: false))
        media.starve(true)
        #expect(harness.player.state == .playing(buffering: true))
        media.starve(false)
        #expect(harness.player.state == .playing(buffering: false))
        harness.seek(to: .seconds(2))
        #expect(harness.player.state == .playing(buffering: true))
        media.finishSeek()
        #expect(harness.player.state == .playing(buffering: false))
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `1.2: two toggles while buffering change nothing`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        harness.media?.script.preroll = .whenTold
        harness.player.load(try harness.long(), autoplay: true)
        harness.player.toggle()
        harness.player.toggle()
        harness.media?.finishPreroll()
        try await harness.player.waitUntil(.started)
        #expect(harness.player.state == .playing(buffering: false))
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `1.4: the status of an item changes in order`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        harness.player.load(try harness.film(from: .seconds(3)), autoplay: true)
        try await harness.playsToEnd()
        #expect(harness.player.status == .ended)
        await harness.closes()
        let statuses = harness.log.statuses.filter { $0 != .draining }
        #expect(statuses == [.opening, .ready, .started, .ended, .stopped, .closed])
    }

    @Test(arguments: Backend.allCases)
    func `1.4: an item that is replaced, reset or stopped has the status stopped`(_ backend: Backend)
        async throws
    {
        let harness = Harness(backend)
        try await harness.inTheMiddle()
        harness.player.load(try harness.long(), autoplay: true)
        try await harness.player.waitUntil(.started)
        harness.player.stop()
        #expect(harness.player.status == .stopped)
        harness.player.reset()
        #expect(harness.player.status == .idle)
        await harness.closes()
        #expect(harness.log.ends == [.replaced, .stopped])
        #expect(harness.log.statuses.count { $0 == .stopped } == 2)
    }

    @Test(arguments: Backend.allCases)
    func `1.5: the end is reported once, and the content is paused at its duration`(_ backend: Backend)
        async throws
    {
        let harness = Harness(backend)
        harness.player.load(try harness.film(from: .seconds(3)), autoplay: true)
        #expect(try await harness.playsToEnd() == .natural)
        let snapshot = harness.player.snapshot
        #expect(snapshot.state == .paused(buffering: false))
        #expect(snapshot.duration != nil)
        #expect(snapshot.position == snapshot.duration)
        #expect(snapshot.item != nil)
        await harness.closes()
        #expect(harness.log.ends == [.natural])
    }

    @Test(arguments: Backend.allCases)
    func `1.5: play from the end starts again at zero`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        harness.player.load(try harness.long())
        try await harness.player.waitUntil(.ready)
        await harness.player.seek(to: .milliseconds(59_500))
        harness.player.play()
        try await harness.playsToEnd()
        harness.player.play()
        #expect(harness.player.position < .seconds(30))
        try await harness.player.wait(for: "playback") { $0.state.isPlaying && $0.endReason == nil }
        #expect(harness.player.position < .seconds(30))
        await harness.player.seek(to: .milliseconds(59_500))
        #expect(try await harness.playsToEnd() == .natural)
        await harness.closes()
        #expect(harness.log.ends == [.natural, .natural])
    }

    @Test(arguments: Backend.allCases)
    func `1.6: a fatal error leaves the item current and paused`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        harness.loadMissing(autoplay: true)
        let error = try await harness.player.waitForError()
        #expect(error.code == .notFound)
        #expect(harness.player.error == error)
        #expect(harness.player.state == .paused(buffering: false))
        #expect(harness.player.status == .failed)
        #expect(harness.player.item != nil)
        await harness.closes()
        #expect(harness.log.errors == [error])
        #expect(harness.log.ends == [.error])
    }

    @Test(arguments: Backend.allCases)
    func `1.6: a later good load clears the error`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        harness.loadMissing()
        try await harness.player.waitForError()
        harness.player.load(try harness.film())
        #expect(harness.player.error == nil)
        try await harness.player.waitUntil(.ready)
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `1.6: play after an error tries again`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        harness.loadMissing()
        try await harness.player.waitForError()
        harness.media?.script.preroll = .whenTold
        harness.player.play()
        if let media = harness.media {
            #expect(harness.player.error == nil)
            #expect(harness.player.state == .playing(buffering: true))
            media.fail(PlayerError(.notFound, "No such file"))
        }
        try await harness.player.waitForError()
        await harness.closes()
        #expect(harness.log.statuses.count { $0 == .opening } == 2)
    }

    @Test func `1.6: play after an error in the middle continues there`() async throws {
        let harness = Harness(.fake)
        let media = try #require(harness.media)
        try await harness.inTheMiddle()
        media.fail(PlayerError(.connectionLost, "Gone"))
        #expect(harness.player.position == .milliseconds(500))
        harness.player.play()
        #expect(harness.player.position == .milliseconds(500))
        try await harness.plays(for: .milliseconds(200))
        #expect(media.pipelines.count == 2)
        #expect(media.pipelines.first?.isDiscarded == true)
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `1.7: no event of an item follows the event that replaced it`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        for _ in 1...3 { try await harness.inTheMiddle() }
        let last = MediaItem(uri: try Samples.named("one-frame").item.uri)
        harness.media?.script.duration = .milliseconds(40)
        harness.player.load(last)
        try await harness.player.waitUntil(.ready)
        let events = await harness.closes()
        for event in events.after(item: last) {
            if case .durationChanged(let duration?) = event { #expect(duration < .seconds(1)) }
            if case .positionChanged(let position) = event { #expect(position < .seconds(1)) }
        }
    }
}
