import Playhead
import PlayheadTesting
import Testing

/// How playback went, in figures.
@Suite(.timeLimit(.minutes(1)))
struct MetricsTests {
    @Test func `3.7: a start, a stall, a seek and an end are counted`() async throws {
        let media = FakeMedia(
            FakeScript {
                $0.duration = .seconds(10)
                $0.preroll = .whenTold
            })
        let player = media.makePlayer(configuration: .silent)
        let updates = player.metricsUpdates
        player.load(MediaItem(uri: "fake://film"), autoplay: true)
        media.advance(by: .seconds(1))
        media.finishPreroll()
        media.advance(by: .seconds(2))
        media.starve(true)
        media.advance(by: .seconds(3))
        media.starve(false)
        media.advance(by: .seconds(1))
        let metrics = try #require(player.metrics)
        #expect(metrics.startup.untilReady == .seconds(1) && metrics.startup.untilStarted == .seconds(1))
        #expect(metrics.stallCount == 1 && metrics.stallTime == .seconds(3))
        #expect(metrics.stalls.first?.hasEnded == true && metrics.stalls.first?.position == .seconds(2))
        #expect(metrics.watched == .seconds(3) && metrics.wallTime == .seconds(7))
        #expect(metrics.outcome == nil && !metrics.isFinal)
        await player.seek(to: .seconds(9))
        media.advance(by: .seconds(2))
        #expect(player.metrics?.outcome == .natural && player.metrics?.seekCount == 1)
        await player.close()
        let last = await updates.reduce(into: [PlaybackMetrics]()) { $0.append($1) }.last
        #expect(last?.isFinal == true && last?.outcome == .natural && last?.uri == "fake://film")
        #expect(player.metrics == nil)
    }
}
