import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import CoreTestSupport
@testable import TestBasics

/// A load that is opened anew, whose tracks are known from before (contract 4.5), without media and over HLS.
@Suite(.timeLimit(.minutes(1)))
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

    @Test func `4.5: a chosen audio track is selected again in a new pipeline`() {
        var driver = reopened()
        let before = (effects: driver.effects.count, seeks: driver.sentSeeks.count)
        driver.report(.tracks(voices, applied: TrackSelection(audio: voices[0].id), needSeek: [.audio]))
        driver.report(.prerolled(MediaFacts(duration: .seconds(10), isSeekable: true, isLive: false)))
        #expect(selections(driver.effects.dropFirst(before.effects)) == [voices[1].id])
        #expect(driver.sentSeeks.count == before.seeks + 1)
    }

    @Test func `4.5: a new pipeline with the chosen audio track needs no selection`() {
        var driver = reopened()
        let before = (effects: driver.effects.count, seeks: driver.sentSeeks.count)
        driver.report(.tracks(voices, applied: TrackSelection(audio: voices[1].id), needSeek: [.audio]))
        driver.report(.prerolled(MediaFacts(duration: .seconds(10), isSeekable: true, isLive: false)))
        #expect(selections(driver.effects.dropFirst(before.effects)).isEmpty)
        #expect(driver.sentSeeks.count == before.seeks)
    }

    @Test func `4.5: a chosen audio track of HLS is presented after a retry`() async throws {
        let refusal = FaultRule("video-3.ts", requests: 1, .status(404))
        let server = try await MediaServer(
            folder: Samples.directory.path, plan: FaultPlan(rules: [refusal]))
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        configuration.networkRecovery.missingSegment = .stop
        configuration.networkRecovery.retries = 0
        let player = Player(configuration: configuration)
        player.load(MediaItem(uri: server.address(of: "hls-tracks/master.m3u8")))
        try await player.waitUntil(.ready)
        let voice = try #require(player.tracks[.audio].last)
        player.select(voice)
        try await player.wait(for: "the voice") { $0.tracks.applied.audio == voice.id }
        player.play()
        try await player.wait(for: "the error") { $0.error != nil }
        player.retry()
        try await player.waitUntil(.ready)
        try await player.wait(for: "the voice") { $0.tracks.applied.audio == voice.id }
        #expect(player.tracks.chosen.audio == voice.id)
        player.play()
        #expect(try await player.waitForEnd() == .natural)
        await player.close()
        await server.close()
    }
}
