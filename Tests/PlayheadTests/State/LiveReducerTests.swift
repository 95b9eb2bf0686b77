import Playhead
import PlayheadTesting
import Testing

/// What a player makes of a stream that goes on.
@Suite struct LiveReducerTests {
    private let media: FakeMedia
    private let player: Player

    init() {
        media = FakeMedia(
            FakeScript {
                $0.duration = nil
                $0.isLive = true
                $0.liveWindow = .seconds(100) ..< .seconds(200)
            })
        player = media.makePlayer()
    }

    private func load(_ change: (inout FakeScript) -> Void = { _ in }) {
        change(&media.script)
        player.load(MediaItem(uri: "fake://live"), autoplay: true)
    }

    @Test func `the type of a live stream is unknown until the item is ready`() {
        media.script.preroll = .whenTold
        load()
        #expect(player.streamType == .unknown && player.seekableRange == nil)
        media.finishPreroll()
        #expect(player.streamType == .dvr)
        #expect(player.seekableRange == .seconds(100) ..< .seconds(194))
        #expect(player.duration == nil)
    }

    @Test func `a stream with a short window is live without DVR`() {
        load { $0.liveWindow = .seconds(100) ..< .seconds(120) }
        #expect(player.streamType == .live)
    }

    @Test func `a complete stream is on demand and has no live offset`() {
        load {
            $0.isLive = false
            $0.liveWindow = nil
            $0.duration = .seconds(10)
        }
        #expect(player.streamType == .onDemand && player.seekableRange == .zero ..< .seconds(10))
        #expect(player.liveOffset == nil)
    }

    @Test func `the seekable range moves with the window, with one event for each move`() async {
        let events = player.events
        load()
        media.changeWindow(.seconds(102) ..< .seconds(202))
        #expect(player.seekableRange == .seconds(102) ..< .seconds(196))
        await player.close()
        var ranges: [Range<Duration>?] = []
        for await case .seekableRangeChanged(let range) in events { ranges.append(range) }
        #expect(ranges.first == .seconds(100) ..< .seconds(194))
        #expect(ranges.dropFirst().first == .seconds(102) ..< .seconds(196))
    }

    @Test func `a seek in a live stream is clamped to the seekable range`() async {
        load()
        #expect(await player.seek(to: .seconds(150)) == .completed(at: .seconds(150)))
        #expect(player.liveOffset == .seconds(50))
        #expect(await player.seek(to: .seconds(10)) == .completed(at: .seconds(100)))
        #expect(await player.seek(to: .seconds(1000)) == .completed(at: .seconds(194)))
    }

    @Test func `seekToLive seeks to the live edge`() async {
        load()
        _ = await player.seek(to: .seconds(120))
        #expect(await player.seekToLive() == .completed(at: .seconds(194)))
        #expect(player.liveOffset == .seconds(6))
    }

    @Test func `playback resumes at the start of a window that has moved past the position`() async {
        load()
        _ = await player.seek(to: .seconds(120))
        player.pause()
        media.changeWindow(.seconds(140) ..< .seconds(240))
        #expect(player.position == .seconds(120))
        player.play()
        media.changeWindow(.seconds(142) ..< .seconds(242))
        #expect(player.position == .seconds(142))
    }

    @Test func `a live stream becomes on demand when it is complete`() {
        load()
        media.changeWindow(.seconds(100) ..< .seconds(210), isComplete: true)
        #expect(player.streamType == .onDemand)
        #expect(player.duration == .seconds(210))
        #expect(player.snapshot.isLive == false)
    }

    @Test func `seekToLive fails for content that is not live`() async {
        load {
            $0.isLive = false
            $0.liveWindow = nil
            $0.duration = .seconds(10)
        }
        guard case .failed(let error) = await player.seekToLive() else {
            Issue.record("it was")
            return
        }
        #expect(error.code == .notSeekable)
        player.reset()
        #expect(await player.seekToLive() == .stopped)
    }

    @Test func `the variant is known until another item is loaded`() {
        load()
        var variant = StreamVariant(index: 2)
        variant.bitrate = 800_000
        media.changeVariant(variant)
        #expect(player.variant == variant)
        player.load(MediaItem(uri: "fake://next"))
        #expect(player.variant == nil && player.streamType == .live || player.streamType == .dvr)
    }

    @Test func `the bandwidth is known until another item is loaded, with one event for each change`() async {
        let log = EventLog()
        let bandwidths = player.values(of: \.bandwidth)
        player.addObserver(log)
        load()
        for bandwidth in [800_000.0, 800_000, 500_000] { media.changeBandwidth(bandwidth) }
        #expect(player.bandwidth == 500_000)
        player.load(MediaItem(uri: "fake://next"))
        #expect(player.bandwidth == nil)
        await player.close()
        let events = log.events.compactMap { event -> Double?? in
            if case .bandwidthChanged(let bandwidth) = event { .some(bandwidth) } else { nil }
        }
        #expect(events == [800_000, 500_000, nil])
        var values: [Double?] = []
        for await value in bandwidths { values.append(value) }
        #expect(values.first == .some(nil) && values.last == .some(nil))
    }
}
