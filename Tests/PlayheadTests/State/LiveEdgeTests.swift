import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import CoreTestSupport
@testable import TestBasics

/// What is played faster than it comes (contract 4.3).
@Suite(.timeLimit(.minutes(1)))
struct LiveEdgeTests {
    /// What has been going on for a while, and has no end yet.
    private static let endless = MediaFacts(duration: nil)

    @Test(arguments: [PipelineEvent.starved(true), .buffering(percent: 0)])
    func `4.3: playback returns to normal speed at the live edge, with a warning`(
        _ report: PipelineEvent
    ) {
        var driver = ReducerDriver.loaded(playing: true, Self.endless)
        driver.command(.setSpeed(2))
        driver.land(at: .zero)
        driver.report(.running(at: .zero))
        driver.pass(.seconds(2))
        driver.report(report)
        #expect(driver.sentSeeks.map(\.speed) == [2, 1])
        #expect(driver.sentSeeks.last?.target == .seconds(4))
        driver.land(at: .seconds(4))
        #expect(driver.machine.speed == 2)
        #expect(driver.machine.effectiveSpeed == 1)
        #expect(driver.machine.lastWarning?.message.contains("live edge") == true)
        driver.report(.buffering(percent: 100))
        driver.report(.running(at: .seconds(4)))
        #expect(driver.machine.state == .playing(buffering: false))
        driver.report(report)
        #expect(driver.sentSeeks.count == 2)
        #expect(driver.machine.warningCount == 1)
    }

    @Test func `4.3: a seek away from the live edge restores the requested speed`() {
        var driver = ReducerDriver.loaded(playing: true, Self.endless)
        driver.command(.setSpeed(2))
        driver.land(at: .zero)
        driver.report(.running(at: .zero))
        driver.pass(.seconds(5))
        driver.report(.starved(true))
        driver.land(at: .seconds(10))
        driver.seek(to: .seconds(1))
        driver.land(at: .seconds(1))
        #expect(driver.machine.effectiveSpeed == 2)
    }

    @Test func `4.3: on-demand content buffers at the requested speed`() {
        var driver = ReducerDriver.loaded(playing: true)
        driver.command(.setSpeed(2))
        driver.land(at: .zero)
        driver.report(.running(at: .zero))
        driver.report(.starved(true))
        #expect(driver.machine.effectiveSpeed == 2)
        #expect(driver.sentSeeks.count == 1)
    }

    @Test func `4.3: content beyond its declared duration buffers at the requested speed`() {
        var driver = ReducerDriver.loaded(playing: true)
        driver.command(.setSpeed(2))
        driver.land(at: .zero)
        driver.report(.running(at: .zero))
        driver.report(.durationChanged(nil))
        driver.report(.starved(true))
        #expect(driver.machine.effectiveSpeed == 2)
        #expect(driver.sentSeeks.count == 1)
        #expect(driver.machine.warningCount == 0)
    }

    @Test func `4.3: live content plays at normal speed, with a warning`() {
        var driver = ReducerDriver()
        driver.command(.setSpeed(2))
        driver.command(.load(MediaItem(uri: "fake://live"), autoplay: true))
        driver.report(.prerolled(MediaFacts(isSeekable: false, isLive: true)))
        driver.report(.running(at: .zero))
        #expect(driver.machine.state == .playing(buffering: false))
        #expect(driver.machine.speed == 2)
        #expect(driver.machine.effectiveSpeed == 1)
        #expect(driver.machine.warningCount == 1)
        #expect(driver.machine.lastWarning?.message.contains("normal speed") == true)
    }

    @Test func `4.3: live HLS plays at normal speed, with a warning`() async throws {
        let live = LiveStream(
            from: "hls-fmp4/main.m3u8", window: .segments(4), startsWith: 4, segmentCount: 4, end: .stale)
        let server = try await MediaServer(
            folder: Samples.directory.path, plan: FaultPlan(streams: ["tv.m3u8": live]))
        let player = Player(configuration: .silent)
        player.speed = 2
        player.load(MediaItem(uri: server.address(of: "tv.m3u8")), autoplay: true)
        try await player.waitUntil(.started)
        #expect(player.snapshot.isLive)
        #expect(player.duration == nil)
        #expect(player.speed == 2)
        #expect(player.effectiveSpeed == 1)
        #expect(player.snapshot.lastWarning?.message.contains("normal speed") == true)
        try await player.wait(for: "what comes later") { $0.position > .seconds(1) }
        await player.close()
        await server.close()
    }
}
