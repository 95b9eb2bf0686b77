import Playhead
import Testing

/// A load that is opened anew, whose tracks are known from before (contract 4.5), without media.
struct ReopenedTrackTests {
    private let voices = [1, 2].map { Track(id: Track.ID(.audio, $0), kind: .audio) }

    /// An item whose second voice was chosen, and which failed and is opened again.
    private func reopened() -> ReducerDriver {
        var driver = ReducerDriver.loaded(playing: true)
        driver.report(.tracks(voices, applied: TrackSelection(audio: voices[0].id), needSeek: [.audio]))
        driver.command(.select(.audio, .track(voices[1].id)))
        driver.land(at: .zero)
        driver.report(.tracks(voices, applied: TrackSelection(audio: voices[1].id), needSeek: [.audio]))
        driver.report(.failed(PlayerError(.connectionLost, "The network is gone")))
        driver.command(.retry)
        return driver
    }

    private func selections(_ effects: some Sequence<Effect>) -> [Track.ID?] {
        effects.compactMap { effect in
            if case .send(.selectTracks(let selection), _) = effect { selection.audio } else { nil }
        }
    }

    @Test func `4.5: a voice that was chosen is chosen again where the pipeline begins with another one`() {
        var driver = reopened()
        let before = (effects: driver.effects.count, seeks: driver.sentSeeks.count)
        driver.report(.tracks(voices, applied: TrackSelection(audio: voices[0].id), needSeek: [.audio]))
        driver.report(.prerolled(MediaFacts(duration: .seconds(10), isSeekable: true, isLive: false)))
        #expect(selections(driver.effects.dropFirst(before.effects)) == [voices[1].id])
        #expect(driver.sentSeeks.count == before.seeks + 1)
    }

    @Test func `4.5: nothing is asked for where the pipeline begins with what was chosen`() {
        var driver = reopened()
        let before = (effects: driver.effects.count, seeks: driver.sentSeeks.count)
        driver.report(.tracks(voices, applied: TrackSelection(audio: voices[1].id), needSeek: [.audio]))
        driver.report(.prerolled(MediaFacts(duration: .seconds(10), isSeekable: true, isLive: false)))
        #expect(selections(driver.effects.dropFirst(before.effects)).isEmpty)
        #expect(driver.sentSeeks.count == before.seeks)
    }
}
