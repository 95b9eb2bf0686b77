import Playhead
import PlayheadTesting
import Testing

/// Contract section 2, over the fake and over real media.
@Suite(.timeLimit(.minutes(2)))
struct CommandContractTests {
    @Test(arguments: Backend.allCases)
    func `2.1: commands take effect in the order of their calls`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        harness.player.load(try harness.long())
        for _ in 1...50 {
            harness.player.play()
            harness.seek(to: .seconds(2))
            harness.player.pause()
        }
        harness.player.play()
        harness.player.isMuted = true
        harness.player.isMuted = false
        try await harness.player.wait(for: "playback") { $0.status == .started && $0.state.isPlaying }
        #expect(!harness.player.isMuted)
        #expect(harness.player.position >= .seconds(2))
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `2.1: commands may come from any thread`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        harness.player.load(try harness.long(), autoplay: true)
        let player = harness.player
        await withTaskGroup { group in
            for number in 1...8 {
                group.addTask {
                    for step in 1...25 {
                        switch (number + step) % 6 {
                        case 0: player.play()
                        case 1: player.pause()
                        case 2: player.toggle()
                        case 3: player.seek(to: .milliseconds(100 * step))
                        case 4: player.volume = Double(step) / 25
                        default: _ = player.snapshot
                        }
                    }
                }
            }
        }
        harness.player.play()
        try await harness.player.wait(for: "playback") { $0.state.isPlaying && $0.status == .started }
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `2.2: the properties show the requested value when the command returns`(_ backend: Backend)
        async throws
    {
        let harness = Harness(backend)
        let item = try harness.film()
        harness.player.load(item)
        #expect(harness.player.item == item)
        #expect(harness.player.state.hasContent)
        harness.player.play()
        guard case .playing = harness.player.state else {
            Issue.record("\(harness.player.state)")
            return
        }
        harness.player.pause()
        guard case .paused = harness.player.state else {
            Issue.record("\(harness.player.state)")
            return
        }
        harness.seek(to: .seconds(2))
        #expect(harness.player.position == .seconds(2))
        harness.player.reset()
        #expect(harness.player.item == nil)
        #expect(harness.player.state == .idle)
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `2.4: a repeated command gives no event`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        harness.player.load(try harness.film())
        try await harness.player.waitUntil(.ready)
        for _ in 1...2 { harness.player.pause() }
        for _ in 1...2 { harness.player.isMuted = true }
        for _ in 1...2 { harness.player.volume = 0.5 }
        for _ in 1...2 { harness.player.aspectMode = .fill }
        for _ in 1...2 { harness.player.addObserver(harness.log) }
        for _ in 1...2 { harness.player.stop() }
        for _ in 1...2 { harness.player.play() }
        try await harness.player.waitUntil(.started)
        for _ in 1...2 { harness.player.pause() }
        for _ in 1...2 { harness.player.reset() }
        for _ in 1...2 { harness.closeAtOnce() }
        let events = await harness.closes()
        #expect(events.count { $0 == .mutedChanged(true) } == 1)
        #expect(events.count { $0 == .volumeChanged(0.5) } == 1)
        #expect(events.count { $0 == .aspectModeChanged(.fill) } == 1)
        #expect(events.count { $0.isItem(nil) } == 1)
        #expect(harness.log.statuses.count { $0 == .closed } == 1)
    }

    @Test(arguments: Backend.allCases)
    func `2.5: settings before content apply from the first frame`(_ backend: Backend)
        async throws
    {
        let harness = Harness(backend)
        harness.player.isMuted = true
        harness.player.volume = 0.25
        harness.player.aspectMode = .stretch
        harness.player.load(try harness.film(from: .seconds(2)))
        try await harness.player.waitUntil(.ready)
        #expect(harness.player.isMuted)
        #expect(harness.player.volume == 0.25)
        #expect(harness.player.aspectMode == .stretch)
        #expect(harness.player.position == .seconds(2))
        harness.player.load(try harness.film())
        try await harness.player.waitUntil(.ready)
        for pipeline in harness.media?.pipelines ?? [] {
            #expect(pipeline.request.output.volume == 0.25)
            #expect(pipeline.request.output.isMuted)
            #expect(pipeline.request.output.aspectMode == .stretch)
        }
        await harness.closes()
    }

    @Test func `2.5: the volume lies between 0 and 2`() async {
        let harness = Harness(.fake)
        harness.player.volume = 1.5
        #expect(harness.player.volume == 1.5)
        harness.player.volume = 3
        #expect(harness.player.volume == 2)
        harness.player.volume = -1
        #expect(harness.player.volume == 0)
        harness.player.volume = .nan
        #expect(harness.player.volume == 0)
        await harness.closes()
    }

    @Test func `2.5: audio effects and audio delay hold over items, within their ranges`() async throws {
        let harness = Harness(.fake)
        harness.player.audioEffects.balance = 2
        harness.player.audioEffects.equalizer[1000] = -30
        harness.player.audioEffects.normalization = -50
        harness.player.audioDelay = .seconds(-11)
        #expect(harness.player.audioEffects.balance == 1)
        #expect(harness.player.audioEffects.equalizer.gains == [0, 0, 0, 0, 0, -24, 0, 0, 0, 0])
        #expect(harness.player.audioEffects.normalization == -40)
        #expect(harness.player.audioDelay == .seconds(-10))
        harness.player.load(try harness.film())
        try await harness.player.waitUntil(.ready)
        harness.player.fade(to: 0.5, over: .seconds(2))
        #expect(harness.player.volume == 0.5)
        for pipeline in harness.media?.pipelines ?? [] {
            #expect(pipeline.request.output.effects == harness.player.audioEffects)
            #expect(pipeline.request.output.audioDelay == .seconds(-10))
        }
        #expect(harness.player.machine.demands.output.volumeFade == .seconds(2))
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `2.6: stop pauses at zero and keeps the content`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        try await harness.inTheMiddle()
        harness.player.stop()
        #expect(harness.player.position == .zero)
        try await harness.player.waitUntil(state: .paused(buffering: false))
        #expect(harness.player.position == .zero)
        #expect(harness.player.item != nil)
        harness.player.play()
        try await harness.player.waitUntil(.started)
        await harness.closes()
        #expect(harness.log.ends == [.stopped, .stopped])
    }

    @Test(arguments: Backend.allCases)
    func `2.6: stop seeks to the start, also at a negative speed`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        harness.player.load(try harness.film(from: .seconds(2)))
        harness.player.speed = -1
        try await harness.player.wait(for: "the speed") { $0.effectiveSpeed == -1 }
        await harness.player.seek(to: .seconds(3))
        harness.player.stop()
        #expect(harness.player.position == .seconds(2))
        try await harness.player.waitUntil(state: .paused(buffering: false))
        #expect(harness.player.position == .seconds(2))
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `2.6: reset removes the content`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        try await harness.inTheMiddle()
        harness.player.reset()
        let snapshot = harness.player.snapshot
        #expect(snapshot.item == nil)
        #expect(snapshot.state == .idle)
        #expect(snapshot.status == .idle)
        #expect(snapshot.position == .zero)
        #expect(snapshot.duration == nil)
        #expect(snapshot.played == .zero)
        harness.player.load(try harness.film())
        try await harness.player.waitUntil(.ready)
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `2.6, 2.8: close is final, and a closed player does nothing`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        try await harness.inTheMiddle()
        await harness.closes()
        let closed = harness.player.snapshot
        #expect(closed.status == .closed)
        #expect(closed.state == .idle)
        harness.player.load(try harness.film(), autoplay: true)
        harness.player.play()
        harness.player.toggle()
        harness.player.stop()
        harness.player.retry()
        harness.player.isMuted = true
        harness.player.addObserver(EventLog())
        harness.player.removeObserver(harness.log)
        guard case .failed(let error) = await harness.player.seek(to: .seconds(1)) else {
            Issue.record("A seek on a closed player")
            return
        }
        #expect(error.code == .closed)
        #expect(harness.player.snapshot == closed)
        #expect(!harness.player.canPlay)
        #expect(!harness.player.canSeek)
    }
}
