import Dispatch
import Observation
import Playhead
import PlayheadTesting
import Testing

/// The essential facts for user interfaces (contract 3.7).
@MainActor @Suite(.timeLimit(.minutes(1)))
struct PlayerModelTests {
    @Test(arguments: Backend.allCases)
    func `3.7: three seconds of steady playback change no essential fact`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        let model = PlayerModel(harness.player)
        try await harness.inTheMiddle()
        await model.shows { $0.status == .started }
        await MainActor.looks()
        let updates = Updates { model.readEverything() }
        try await harness.plays(for: .seconds(3))
        await MainActor.looks()
        #expect(updates.count == 0)
        model.pause()
        #expect(updates.count > 0)
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `a changed fact updates only the views that read it`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        let model = PlayerModel(harness.player)
        model.load(try harness.film())
        await model.shows { $0.status == .ready }
        await MainActor.looks()
        let (volume, mute) = (Updates { _ = model.volume }, Updates { _ = model.isMuted })
        model.volume = 0.5
        await MainActor.looks()
        harness.player.volume = 0.25
        await model.shows { $0.volume == 0.25 }
        #expect(volume.count == 2)
        #expect(mute.count == 0)
        model.volume = 0.25
        #expect(volume.count == 2)
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `2.2: the model shows the requested values at once`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        let model = PlayerModel(harness.player)
        #expect(!model.canPlay && !model.canSeek)
        let item = try harness.long()
        model.load(item)
        #expect(model.item == item)
        #expect(model.canPlay && model.canSeek && !model.canSkipBackward)
        await model.shows { $0.status == .ready }
        #expect(model.duration == harness.player.duration && model.isSeekable && model.hasAudio)
        model.play()
        #expect(model.state == .playing(buffering: false))
        #expect(!model.canPlay && model.canSkipForward && model.canSkipBackward)
        model.toggle()
        model.isMuted = true
        model.volume = 3
        model.speed = 2
        model.aspectMode = .fill
        #expect(model.isMuted && model.volume == 2 && model.speed == 2 && model.aspectMode == .fill)
        await model.shows { $0.effectiveSpeed == 2 && !$0.state.isBuffering }
        #expect(model.state == .paused(buffering: false))
        model.seek(to: LongSound.duration)
        #expect(!model.canSkipForward && model.canSkipBackward)
        model.skip(by: .seconds(-10))
        #expect(model.canSkipForward && model.canSkipBackward, "\(model.player.snapshot)")
        model.stop()
        #expect(!model.canSkipBackward)
        model.reset()
        #expect(model.item == nil && model.state == .idle && model.duration == nil && !model.canPlay)
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `the model shows an end and an error`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        let model = PlayerModel(harness.player)
        model.load(try harness.film(from: .milliseconds(3800)), autoplay: true)
        try await harness.playsToEnd()
        await model.shows { $0.status == .ended }
        #expect(model.endReason == .natural && model.canPlay && !model.canSkipForward)
        harness.loadMissing()
        await model.shows { $0.error?.code == .notFound }
        #expect(model.status == .failed && !model.canSeek)
        await harness.closes()
        await model.shows { $0.status == .closed }
    }

    @Test func `the model shows subtitles`() async throws {
        let harness = Harness(.fake)
        let model = PlayerModel(harness.player)
        try await harness.inTheMiddle()
        harness.media?.showSubtitle("text")
        await model.shows { $0.subtitle == "text" }
        await harness.closes()
    }

    @Test func `several models of one player show the same, and cost no positions`() async throws {
        let media = FakeMedia()
        let player = media.makePlayer(configuration: .silent)
        let models = (0..<3).map { _ in PlayerModel(player) }
        models[0].load(MediaItem(uri: "fake://item"), autoplay: true)
        for model in models { await model.shows { $0.state.isPlaying } }
        media.advance(by: .seconds(3))
        let asked = media.current?.commands.contains { if case .setTicking = $0 { true } else { false } }
        #expect(asked == false)
        await player.close()
    }

    @Test(arguments: Backend.allCases)
    func `3.6: a released model leaves no observer, and does not change the player`(_ backend: Backend)
        async throws
    {
        let harness = Harness(backend)
        weak var gone: PlayerModel?
        do {
            let model = PlayerModel(harness.player)
            gone = model
            try await harness.inTheMiddle()
            // A look that is due finds nobody.
            model.volume = 0.5
            harness.player.volume = 0.25
        }
        #expect(gone == nil)
        await MainActor.looks()
        #expect(harness.player.state.isPlaying)
        await harness.closes()
    }
}

/// Counts how often what a closure reads changes.
@MainActor final class Updates {
    private(set) var count = 0
    private let read: @MainActor @Sendable () -> Void

    init(_ read: @escaping @MainActor @Sendable () -> Void) {
        self.read = read
        follow()
    }

    private func follow() {
        withObservationTracking(read) { [weak self] in
            MainActor.assumeIsolated {
                self?.count += 1
                // The change is made when this returns.
                DispatchQueue.main.async { self?.follow() }
            }
        }
    }
}

extension MainActor {
    /// Waits until everything was looked at that the main actor knows of by now.
    static func looks() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async { continuation.resume() }
        }
    }
}

extension PlayerModel {
    /// Waits until something shows. The suite's time limit bounds it.
    func shows(_ condition: @escaping @MainActor @Sendable (PlayerModel) -> Bool) async {
        for await isMet in Observations({ condition(self) }) where isMet { return }
    }

    fileprivate func readEverything() {
        _ = (state, status, item, duration, error, endReason, subtitle)
        _ = (isLive, isSeekable, hasVideo, hasAudio, canPlay, canSeek, canSkipForward, canSkipBackward)
        _ = (isMuted, volume, speed, effectiveSpeed, aspectMode)
    }
}
