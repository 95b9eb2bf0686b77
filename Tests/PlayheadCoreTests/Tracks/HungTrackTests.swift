import Testing

@testable import CoreTestSupport
@testable import PlayheadCore

/// Tracks that only a seek will bring, though they were to come by themselves (contract 4.5), without media.
struct HungTrackTests {
    private let voices = [1, 2].map { Track(id: Track.ID(.audio, $0), kind: .audio) }

    /// Playback at two seconds, where the second voice was asked for.
    private func asked(playing: Bool) -> ReducerDriver {
        var driver = ReducerDriver.loaded(playing: playing)
        driver.report(.tracks(voices, applied: TrackSelection(audio: voices[0].id), needSeek: []))
        driver.pass(.seconds(2))
        driver.command(.select(.audio, .track(voices[1].id)))
        return driver
    }

    private func hang(_ driver: inout ReducerDriver) {
        driver.report(.tracks(voices, applied: TrackSelection(), needSeek: [.audio]))
    }

    @Test func `4.5: an audio track that needs a seek gets one at the playback position`() {
        var driver = asked(playing: true)
        #expect(driver.sentSeeks.isEmpty)
        hang(&driver)
        #expect(driver.sentSeeks.map(\.target) == [.seconds(2)])
        driver.land(at: .seconds(2))
        driver.report(.tracks(voices, applied: TrackSelection(audio: voices[1].id), needSeek: []))
        #expect(driver.sentSeeks.count == 1)
    }

    @Test func `4.5: a hanging audio track causes no seek while paused or seeking`() {
        var paused = asked(playing: false)
        hang(&paused)
        #expect(paused.sentSeeks.isEmpty)
        var seeking = asked(playing: true)
        seeking.seek(to: .seconds(5))
        hang(&seeking)
        #expect(seeking.sentSeeks.map(\.target) == [.seconds(5)])
    }

    @Test func `4.5: an audio track that hangs again gets another seek`() {
        var driver = asked(playing: true)
        hang(&driver)
        driver.land(at: .seconds(2))
        driver.report(.tracks(voices, applied: TrackSelection(audio: voices[0].id), needSeek: []))
        hang(&driver)
        #expect(driver.sentSeeks.count == 2)
    }
}
