import Dispatch
import GStreamer
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

@testable import AudioProcessing
@testable import PlayheadCore
@testable import PlayheadPipeline

/// The channels that a sound device receives.
@Suite(.timeLimit(.minutes(1))) struct DeviceChannelsTests {
    private let timeline = OutputClock()

    private func feed(_ captured: CapturedDevice, _ channels: AudioChannels = .automatic) -> AudioFeed {
        let feed = AudioFeed(to: captured.device, isOn: true, countedBy: PresentationMeter()) { _ in }
        var settings = OutputSettings()
        settings.effects.channels = channels
        feed.apply(settings, MediaMetadata())
        return feed
    }

    /// Sound of 100 ms with a constant, the same in all channels, which is due at no time.
    private func constant(channels: Int) async throws -> AudioRun {
        let found = Mutex<AudioRun?>(nil)
        let mask = channels > 2 ? ",channel-mask=(bitmask)0x3f" : ""
        let pipeline = try Element.pipeline(
            described: "audiotestsrc num-buffers=1 samplesperbuffer=4410 wave=square freq=1 volume=0.25 ! "
                + "audio/x-raw,format=S16LE,rate=44100,channels=\(channels)\(mask) ! "
                + "fakesink name=sink sync=false")
        let sink = try #require(pipeline.child(named: "sink"))
        sink.onHandoff { rendering in
            if !rendering.isHeld, let run = AudioRun(rendering) { found.withLock { $0 = run } }
        }
        try await TestPatternRun.run(pipeline)
        return try #require(found.withLock { $0 })
    }

    /// The frame in the middle of a piece, in hundredths.
    private func frame(_ heard: [Float], at start: Int, channels: Int) -> [Int] {
        let first = start + 2205 * channels
        return heard[first..<first + channels].map { Int(($0 * 100).rounded()) }
    }

    @Test func `two channels behind six are heard in front only`() async throws {
        let captured = try CapturedDevice(timeline)
        captured.device.pause()
        let runs = [
            try await constant(channels: 6), try await constant(channels: 2), try await constant(channels: 1),
            try await constant(channels: 2),
        ]
        // Each is due when the one before ends, so late that a machine that is busy is in time.
        let start = timeline.clock.now + .seconds(5)
        let feeds = runs.enumerated().map { number, run in
            let feed = feed(captured)
            feed.delay = start + .milliseconds(100) * number - (run.due ?? .zero)
            return feed
        }
        captured.device.take(runs[0], of: feeds[0])
        captured.device.resume()
        // The device knows its format then.
        await captured.play(1)
        for (run, feed) in zip(runs, feeds).dropFirst() { captured.device.take(run, of: feed) }
        for feed in feeds { feed.end {} }
        let piece = 4410 * 6
        await captured.play(piece * 4)
        let heard = captured.heard
        #expect(frame(heard, at: 0, channels: 6) == [25, 25, 25, 25, 25, 25])
        #expect(frame(heard, at: piece, channels: 6) == [25, 25, 0, 0, 0, 0])
        #expect(frame(heard, at: piece * 2, channels: 6) == [0, 0, 25, 0, 0, 0])
        #expect(frame(heard, at: piece * 3, channels: 6) == [25, 25, 0, 0, 0, 0])
        captured.device.close {}
    }

    @Test func `six channels are mixed for a device that has two`() async throws {
        let captured = try CapturedDevice(timeline)
        captured.device.queue.sync {
            captured.device.accepted = [.surround51: false, .surround71: false, .stereo: true]
        }
        captured.device.pause()
        captured.device.take(try await constant(channels: 6), of: feed(captured, .surround71))
        captured.device.resume()
        await captured.play(4410 * 2)
        #expect(captured.device.queue.sync { captured.device.layout } == .stereo)
        // All of a side but the low frequencies: 1 + 0.7071 + 0.7071, divided by that.
        #expect(frame(captured.heard, at: 0, channels: 2) == [25, 25])
        captured.device.close {}
    }

    @Test func `a device is opened anew for more channels that are asked for`() async throws {
        let captured = try CapturedDevice(timeline)
        captured.device.pause()
        let (only, six) = (feed(captured, .stereo), try await constant(channels: 6))
        captured.device.take(six, of: only)
        captured.device.resume()
        await captured.play(1)
        var settings = OutputSettings()
        settings.effects.channels = .automatic
        only.apply(settings, MediaMetadata())
        captured.device.take(six, of: only)
        #expect(captured.device.queue.sync { captured.device.isHeldForFormat })
        await captured.play(4410 * 8)
        #expect(captured.device.queue.sync { captured.device.layout } == .surround51)
        captured.device.close {}
    }

    @Test func `a pad tells which channels it accepts`() throws {
        let filter = try #require(Element.make("capsfilter"))
        filter.set("caps", text: "audio/x-raw,channels=2;audio/x-raw,channels=6,channel-mask=(bitmask)0x3f")
        let pad = try #require(filter.pad("sink"))
        #expect(pad.accepts(channelMask: SpeakerLayout.stereo.mask))
        #expect(pad.accepts(channelMask: SpeakerLayout.surround51.mask))
        #expect(!pad.accepts(channelMask: SpeakerLayout.mono.mask))
        #expect(!pad.accepts(channelMask: SpeakerLayout.surround71.mask))
    }
}
