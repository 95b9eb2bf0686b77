import Foundation
import GStreamer
import Playhead
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

@testable import PlayheadCore
@testable import PlayheadPipeline
@testable import TestBasics

/// The samples that a sound device receives, with effects.
@Suite(.timeLimit(.minutes(1))) struct DeviceEffectsTests {
    private let timeline = OutputClock()

    private func feed(_ captured: CapturedDevice, _ settings: OutputSettings, gain: Double? = nil)
        -> AudioFeed
    {
        let feed = AudioFeed(to: captured.device, isOn: true, countedBy: PresentationMeter()) { _ in }
        var metadata = MediaMetadata()
        metadata.trackGain = gain
        metadata.trackPeak = 0.1
        feed.apply(settings, metadata)
        return feed
    }

    /// A sine, in pieces of 100 ms, which is due at no time, with its samples.
    private func sine(
        _ format: String = "F32LE", pieces: Int = 4, frequency: Int = 441
    ) async throws -> (runs: [AudioRun], samples: [Float]) {
        let found = Mutex<(runs: [AudioRun], samples: [Float])>(([], []))
        let pipeline = try Element.pipeline(
            described:
                "audiotestsrc num-buffers=\(pieces) samplesperbuffer=4410 freq=\(frequency) volume=0.25 ! "
                + "audio/x-raw,format=\(format),rate=44100,channels=2 ! fakesink name=sink sync=false")
        let sink = try #require(pipeline.child(named: "sink"))
        sink.onHandoff { rendering in
            guard !rendering.isHeld, let run = AudioRun(rendering), let sound = rendering.sound?.content
            else { return }
            found.withLock {
                $0.runs.append(run)
                $0.samples += sound.samples
            }
        }
        try await TestPatternRun.run(pipeline)
        return found.withLock { $0 }
    }

    /// The number of samples that differ by more than a tolerance, and their count.
    private func differences(_ some: [Float], _ others: [Float], within tolerance: Float = 1e-6) -> Int {
        some.count == others.count
            ? zip(some, others).count { abs($0 - $1) > tolerance } : max(some.count, others.count)
    }

    /// Plays two items without a gap, and returns what is heard of both.
    private func join(
        _ settings: OutputSettings, format: String = "F32LE", gains: (Double?, Double?) = (nil, nil)
    ) async throws -> (heard: [Float], source: [Float]) {
        let captured = try CapturedDevice(timeline)
        let (runs, samples) = try await sine(format)
        captured.device.pause()
        let first = feed(captured, settings, gain: gains.0)
        let second = feed(captured, settings, gain: gains.1)
        for run in runs.prefix(2) { captured.device.take(run, of: first) }
        first.end {}
        for run in runs.dropFirst(2) { captured.device.take(run, of: second) }
        captured.device.resume()
        await captured.play(samples.count)
        let heard = captured.heard
        captured.device.close {}
        return (Array(heard.prefix(samples.count)), samples)
    }

    @Test(arguments: ["F32LE", "S16LE", "S24LE", "S32LE", "F64LE"])
    func `without effects each sample is that of the medium`(format: String) async throws {
        let (heard, source) = try await join(OutputSettings(), format: format)
        #expect(differences(heard, source, within: 0) == 0)
    }

    @Test(arguments: [
        ("F32LE", 1e-6), ("S16LE", 0.6 / 32768), ("S24LE", 1e-6), ("S32LE", 1e-6), ("F64LE", 1e-6),
    ])
    func `the volume is exact in each format`(format: String, tolerance: Double) async throws {
        let (heard, source) = try await join(OutputSettings(volume: 0.3), format: format)
        #expect(differences(heard, source.map { $0 * 0.3 }, within: Float(tolerance)) == 0)
    }

    @Test func `the gain of an item changes exactly at the joint`() async throws {
        var settings = OutputSettings()
        settings.effects.replayGain = ReplayGain(.track)
        let (heard, source) = try await join(settings, gains: (-6, 6))
        let joint = source.count / 2
        let (low, high) = (Float(pow(10, -0.3)), Float(pow(10, 0.3)))
        let expected = source.indices.map { source[$0] * ($0 < joint ? low : high) }
        #expect(differences(heard, expected) == 0)
    }

    @Test func `effects do not hear the joint`() async throws {
        var settings = OutputSettings()
        settings.effects.equalizer = Equalizer.presets["rock"] ?? Equalizer()
        settings.effects.isNightMode = true
        settings.effects.balance = 0.25
        settings.volume = 1.5
        let (heard, source) = try await join(settings)
        let captured = try CapturedDevice(timeline)
        let runs = try await sine().runs
        captured.device.pause()
        let only = feed(captured, settings)
        for run in runs { captured.device.take(run, of: only) }
        captured.device.resume()
        await captured.play(source.count)
        #expect(differences(heard, Array(captured.heard.prefix(source.count))) == 0)
        captured.device.close {}
    }

    /// Plays 1 s as so many items without a gap, an octave higher.
    private func octave(items: Int) async throws -> (heard: [Float], count: Int) {
        var settings = OutputSettings()
        settings.effects.pitch = 12
        let captured = try CapturedDevice(timeline)
        let (runs, samples) = try await sine(pieces: 10)
        captured.device.pause()
        let feeds = (0..<items).map { _ in feed(captured, settings) }
        for (number, run) in runs.enumerated() {
            captured.device.take(run, of: feeds[number * items / runs.count])
        }
        for feed in feeds { feed.end {} }
        captured.device.resume()
        await captured.play(samples.count)
        let heard = captured.heard
        captured.device.close {}
        return (Array(heard.prefix(samples.count)), samples.count)
    }

    @Test(
        .enabled(
            if: Runtime.startFault == nil && Runtime.hasElement("pitch"),
            "the plug-in soundtouch is not installed"))
    func `a shift of the pitch keeps the duration and does not hear the joint`() async throws {
        let (one, count) = try await octave(items: 1)
        let (two, _) = try await octave(items: 2)
        #expect(one.count == count && differences(one, two, within: 0) == 0)
        // Twice 441 Hz in the left channel, over 0.6 s in the middle.
        let middle = stride(from: 2 * 8820, to: 2 * 35280, by: 2)
        let turns = middle.count { (one[$0] < 0) != (one[$0 + 2] < 0) }
        #expect(abs(turns - 1058) <= 4, "\(turns)")
        // Behind the last samples that the element held.
        #expect(one.suffix(2000).contains { abs($0) > 0.1 })
    }

    @Test func `sound behind a seek is faded in, and sound behind another item is not`() async throws {
        for fadesIn in [true, false] {
            let captured = try CapturedDevice(timeline)
            let (runs, samples) = try await sine()
            let only = feed(captured, OutputSettings())
            // A device that was paused plays at once, whatever the time.
            captured.device.pause()
            captured.device.take(runs[0], of: only)
            captured.device.resume()
            only.flush(fadesIn: fadesIn)
            captured.device.pause()
            captured.device.queue.sync {}
            let before = captured.heard.count
            for run in runs.dropFirst() { captured.device.take(run, of: only) }
            captured.device.resume()
            let source = Array(samples.dropFirst(4410 * 2))
            await captured.play(before + source.count)
            let heard = Array(captured.heard.dropFirst(before).prefix(source.count))
            let ramp = 441 * 2
            #expect(differences(Array(heard.dropFirst(ramp)), Array(source.dropFirst(ramp))) == 0)
            let faded = source.prefix(ramp).enumerated().map { $1 * Float($0 / 2 + 1) / 441 }
            #expect(
                differences(
                    Array(heard.prefix(ramp)), fadesIn ? faded : Array(source.prefix(ramp)), within: 1e-4)
                    == 0)
            captured.device.close {}
        }
    }

    @Test func `the tags of an item reach its sound`() async throws {
        let player = Player(configuration: .silent)
        player.load(try Samples.named("tone-flac").item)
        try await player.waitUntil(.ready)
        #expect(try player.pipeline.presentation.withLock(\.metadata) == player.metadata)
        await player.close()
    }

    /// Plays 400 ms, with another delay from 200 ms on, and returns what is heard from the first sample on.
    private func delay(by delay: Duration) async throws -> (heard: [Float], source: [Float]) {
        let captured = try CapturedDevice(timeline)
        let (runs, samples) = try await sine()
        let only = feed(captured, OutputSettings())
        // So early that a machine that is busy is in time.
        only.delay = timeline.clock.now + .seconds(5) - (try #require(runs.first?.due))
        for run in runs.prefix(2) { captured.device.take(run, of: only) }
        captured.device.queue.sync {}
        only.apply(OutputSettings(audioDelay: delay), MediaMetadata())
        for run in runs.dropFirst(2) { captured.device.take(run, of: only) }
        // What is played before the sound is silence.
        let length = samples.count + Int(delay / .seconds(1) * 44100) * 2
        await captured.play { ($0.drop { $0 == 0 }).count >= length - 2 }
        let heard = captured.heard
        captured.device.close {}
        // The first sample of the sine is 0 in both.
        let first = (heard.firstIndex { $0 != 0 } ?? 0) - (samples.firstIndex { $0 != 0 } ?? 0)
        return (Array(heard.dropFirst(first)), samples)
    }

    @Test func `a longer audio delay is heard as silence of that length`() async throws {
        let (heard, source) = try await delay(by: .milliseconds(100))
        let half = source.count / 2
        let silence = [Float](repeating: 0, count: 4410 * 2)
        let expected = Array(source[..<half]) + silence + Array(source[half...])
        #expect(differences(Array(heard.prefix(expected.count)), expected, within: 0) == 0)
    }

    @Test func `a shorter audio delay leaves out sound of that length`() async throws {
        let (heard, source) = try await delay(by: .milliseconds(-100))
        let half = source.count / 2
        let expected = Array(source[..<half]) + Array(source[(half + 4410 * 2)...])
        #expect(differences(Array(heard.prefix(expected.count)), expected, within: 0) == 0)
    }

    @Test func `the levels of what is played are told`() async throws {
        let listeners = LevelListeners()
        let (told, teller) = AsyncStream.makeStream(of: AudioLevels.self)
        let remove = listeners.add(every: .milliseconds(100)) { teller.yield($0) }
        let captured = try CapturedDevice(timeline)
        captured.device.effects.measure(for: listeners)
        captured.device.pause()
        let only = feed(captured, OutputSettings(volume: 0.1, isMuted: true))
        for run in try await sine(pieces: 10, frequency: 1000).runs { captured.device.take(run, of: only) }
        captured.device.resume()
        await captured.play(10 * 4410 * 2)
        #expect(captured.heard.allSatisfy { $0 == 0 })
        var last: AudioLevels?
        for await levels in told.prefix(9) { last = levels }
        let levels = try #require(last)
        #expect(levels.duration == .milliseconds(100))
        #expect(levels.peaks.allSatisfy { abs($0 + 12.04) < 0.05 })
        #expect(levels.rms.allSatisfy { abs($0 + 15.05) < 0.05 })
        let loudest = try #require(levels.spectrum.indices.max { levels.spectrum[$0] < levels.spectrum[$1] })
        #expect(AudioLevels.frequencies[loudest] == 1000)
        #expect(abs(levels.spectrum[loudest] + 15.05) < 0.2)
        if LoudnessLibrary.isInstalled {
            // A sine of 1 kHz in two channels has a loudness of its level in dBFS, which is -12 here.
            #expect(abs((levels.momentary ?? 0) + 12.04) < 0.1)
            #expect(abs((levels.truePeak ?? 0) + 12.04) < 0.1)
        }
        remove()
        #expect(!listeners.areWanted)
        captured.device.close {}
    }
}
