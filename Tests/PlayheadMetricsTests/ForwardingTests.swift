import CoreMetrics
import MetricsTestKit
import Playhead
import PlayheadMetrics
import PlayheadTesting
import Testing

/// What swift-metrics is told of playback.
@Suite(.timeLimit(.minutes(1)))
struct ForwardingTests {
    private func media() -> FakeMedia {
        FakeMedia(
            FakeScript {
                $0.duration = .seconds(10)
                $0.preroll = .whenTold
            })
    }

    /// Plays a film that stalls for three seconds, seeks and ends.
    private func playFilm(on media: FakeMedia, _ player: Player) async {
        player.load(MediaItem(uri: "fake://film"), autoplay: true)
        media.advance(by: .seconds(1))
        media.finishPreroll()
        media.advance(by: .seconds(2))
        media.starve(true)
        media.advance(by: .seconds(3))
        media.starve(false)
        media.advance(by: .seconds(1))
        await player.seek(to: .seconds(9))
        media.advance(by: .seconds(2))
    }

    @Test func `a start, a stall, a seek and an end are handed on, each once`() async throws {
        let (media, metrics) = (media(), TestMetrics())
        let player = media.makePlayer(configuration: PlayerConfiguration())
        let forwarding = player.forwardMetrics(to: metrics, dimensions: [("player", "hall")])
        await playFilm(on: media, player)
        await player.close()
        await forwarding.value
        let hall = [("player", "hall")]
        func total(_ name: String) -> Int64 {
            metrics.counterTotal(label: "playhead_\(name)", dimensions: hall)
        }
        #expect(total("items") == 1 && total("stalls") == 1 && total("seeks") == 1)
        #expect(try metrics.expectCounter("playhead_ends", hall + [("outcome", "natural")]).totalValue == 1)
        #expect(try metrics.expectTimer("playhead_startup_ready", hall).values == [1_000_000_000])
        #expect(try metrics.expectTimer("playhead_stall_length", hall).values == [3_000_000_000])
        #expect(try metrics.expectTimer("playhead_seek_latency", hall).values.count == 1)
        // They come in fractions, of which only whole sums are told.
        #expect((2...3).contains(total("stalled_seconds")) && (3...4).contains(total("watched_seconds")))
    }

    @Test func `each item is counted from nothing`() async throws {
        let (media, metrics) = (media(), TestMetrics())
        let player = media.makePlayer(configuration: PlayerConfiguration())
        let forwarding = player.forwardMetrics(to: metrics, prefix: "tv")
        await playFilm(on: media, player)
        await playFilm(on: media, player)
        await player.close()
        await forwarding.value
        #expect(metrics.counterTotal(label: "tv_items") == 2)
        #expect(metrics.counterTotal(label: "tv_stalls") == 2)
        #expect(metrics.counterTotal(label: "tv_ends") == 2)
        #expect(try metrics.expectTimer("tv_stall_length").values == [3_000_000_000, 3_000_000_000])
    }

    @Test func `what was counted before is handed on, and nothing after it is cancelled`() async throws {
        let (media, metrics) = (media(), TestMetrics())
        let player = media.makePlayer(configuration: PlayerConfiguration())
        await playFilm(on: media, player)
        let forwarding = player.forwardMetrics(to: metrics)
        forwarding.cancel()
        await forwarding.value
        #expect(metrics.counterTotal(label: "playhead_stalls") == 1)
        await playFilm(on: media, player)
        await player.close()
        #expect(metrics.counterTotal(label: "playhead_items") == 1)
    }
}
