import Foundation
import GStreamer
import Playhead
import PlayheadTesting
import Synchronization
import Testing

@testable import PlayheadCore
@testable import PlayheadPipeline
@testable import TestBasics
@testable import TestSupport

/// The place of sound in what is heard, with effects: bursts of a tone are found where they are in the medium, so that
/// lips stay in step.
@Suite(.timeLimit(.minutes(1))) struct EffectDelayTests {
    /// What is heard of a medium, with one effect or more.
    struct Effect: Sendable, CustomTestStringConvertible {
        var name: String
        /// The delay in milliseconds that no burst may exceed, and that their mean may not.
        var most = 0.1
        var mean = 0.1
        var change: @Sendable (inout OutputSettings) -> Void
        var testDescription: String { name }

        static func pitch(_ semitones: Double) -> Effect {
            Effect(name: "pitch \(semitones)", most: 20, mean: 2.5) { $0.effects.pitch = semitones }
        }
        static let others = [
            Effect(name: "equalizer") { $0.effects.equalizer = Equalizer.presets["rock"] ?? Equalizer() },
            Effect(name: "night mode") { $0.effects.isNightMode = true },
            Effect(name: "normalisation") { $0.effects.normalization = -16 },
            Effect(name: "volume and limiter") { $0.volume = 2 },
            Effect(name: "balance") { $0.effects.balance = 0.5 },
            Effect(name: "mono") { $0.effects.isMono = true },
            Effect(name: "channels") {
                ($0.effects.channels, $0.effects.swapsSides) = (.mono, true)
            },
        ]
        static let all =
            others + [-12, -7, -3, 3, 7, 12].map(pitch) + [
                Effect(name: "all", most: 20, mean: 2.5) { settings in
                    for effect in others { effect.change(&settings) }
                    pitch(3).change(&settings)
                }
            ]
    }

    private static let rate = NumberedSound.rate
    /// Where bursts begin, at no regular distance, in samples.
    private static let onsets = (0..<12).map { 13_000 + $0 * 15_000 + $0 * $0 % 7 * 911 }
    private static let count = 200_000

    /// Bursts of 50 ms of 1 kHz on both sides, in silence.
    private static let medium: Data = {
        var samples = [Int16](repeating: 0, count: count * 2)
        for onset in onsets {
            for frame in 0..<rate / 20 {
                let sample = Int16(12000 * sin(2 * .pi * 1000 * (Double(frame) + 0.5) / Double(rate)))
                (samples[(onset + frame) * 2], samples[(onset + frame) * 2 + 1]) = (sample, sample)
            }
        }
        return NumberedSound.header(channels: 2, size: samples.count * 2) + NumberedSound.bytes(samples)
    }()

    /// How much later than in the medium each burst is heard, in milliseconds. `time` is the time of a sample of the
    /// medium in seconds of what is heard.
    private func delays(_ heard: [Float], channels: Int, speed: Double = 1) -> [Double] {
        Self.onsets.map { onset in
            let place = Int(Double(onset) / speed)
            let window = max(place - 3000, 0)..<min(place + 4000, heard.count / channels)
            let peak = window.reduce(Float(0)) { max($0, abs(heard[$1 * channels])) }
            let found = window.first { abs(heard[$0 * channels]) > peak / 4 } ?? window.upperBound
            return Double(found - place) / Double(Self.rate) * 1000
        }
    }

    private func runs() async throws -> [AudioRun] {
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.medium, to: "bursts.wav")
        return try await AudioRun.all(from: "filesrc location=\(path) ! wavparse")
    }

    @Test(
        .enabled(
            if: Runtime.startFault == nil && Runtime.hasElement("pitch"),
            "the plug-in soundtouch is not installed"),
        arguments: Effect.all)
    func `sound is heard where it is in the medium`(effect: Effect) async throws {
        var settings = OutputSettings()
        effect.change(&settings)
        let captured = try CapturedDevice(OutputClock())
        let feed = AudioFeed(to: captured.device, isOn: true, countedBy: PresentationMeter()) { _ in }
        feed.apply(settings, MediaMetadata())
        captured.device.pause()
        for run in try await runs() { captured.device.take(run, of: feed) }
        feed.end {}
        captured.device.resume()
        let channels = settings.effects.channels == .mono ? 1 : 2
        await captured.play(Self.count * channels)
        // The clock waits for what is late.
        let known = captured.device.queue.sync { captured.device.shifterDelay / .milliseconds(1) }
        let delays = delays(captured.heard, channels: channels).map { $0 - known }
        captured.device.close {}
        let mean = delays.reduce(0, +) / Double(delays.count)
        #expect(
            delays.allSatisfy { abs($0) <= effect.most } && abs(mean) <= effect.mean, "\(mean): \(delays)")
    }

    /// Pieces of 30 ms are left out or repeated, so a burst may be heard earlier or later by a part of that.
    @Test(arguments: [(1.25, 5.0), (2, 10), (0.8, 8)]) func `sound is heard at its time at another speed`(
        speed: Double, most: Double
    ) async throws {
        let folder = try TemporaryFolder()
        var configuration = PlayerConfiguration.silent
        let clock = VirtualClock()
        configuration.clock = .virtual(clock)
        let tap = BufferTap()
        configuration.presentationTap = tap
        let player = Player(configuration: configuration)
        player.speed = speed
        player.load(MediaItem(path: try folder.write(Self.medium, to: "bursts.wav")), autoplay: true)
        #expect(try await player.waitForEnd() == .natural)
        await player.close()
        let buffers = tap.buffers.withLock { $0 }
        let start = try #require(buffers.first?.clockTime)
        // The samples at their times on the clock.
        var heard = [Float](repeating: 0, count: Int(Double(Self.count) / speed) * 2 + 20_000)
        for buffer in buffers {
            let place = Int(((buffer.clockTime - start) / .seconds(1) * Double(Self.rate)).rounded()) * 2
            for (index, sample) in buffer.samples.enumerated() where place + index < heard.count {
                heard[place + index] = sample
            }
        }
        let delays = delays(heard, channels: 2, speed: speed)
        let mean = delays.reduce(0, +) / Double(delays.count)
        #expect(delays.allSatisfy { abs($0) <= 25 } && abs(mean) <= most, "\(mean): \(delays)")
    }
}

/// Keeps all audio that is presented.
private final class BufferTap: PresentationTap {
    let buffers = Mutex<[PresentedAudioBuffer]>([])

    func didPresent(_ sound: PresentedAudioBuffer) {
        if !sound.isHeld { buffers.withLock { $0.append(sound) } }
    }
}
