import CGStreamer
import Foundation
import GStreamer
import Playhead
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// Contract 4.3: what is heard at another speed, measured on the samples that reach the output.
@Suite(.timeLimit(.minutes(2)))
struct PitchTests {
    /// The frequency of a sine, by its upward zero crossings, and how long it sounds.
    private func measure(_ tap: OutputTap) -> (frequency: Double, length: Double) {
        let bytes = tap.arrivals.flatMap(\.bytes)
        let samples = stride(from: 0, to: bytes.count - 1, by: 2).map {
            Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
        }
        let crossings = zip(samples, samples.dropFirst()).enumerated().filter { $1.0 < 0 && $1.1 >= 0 }.map(
            \.offset)
        guard let first = crossings.first, let last = crossings.last, last > first else { return (0, 0) }
        let span = Double(last - first) / Tone.rate
        return (Double(crossings.count - 1) / span, Double(samples.count) / Tone.rate)
    }

    @Test(arguments: [1, 2, 0.5, 4, 1.5])
    func `4.3: the pitch is kept up to four times the speed`(_ speed: Double) async throws {
        let tone = try #require(Tone(frequency: 440))
        let player = Player(configuration: .silent)
        player.speed = speed
        player.load(tone.item)
        try await player.waitUntil(.ready)
        #expect(player.effectiveSpeed == speed)
        let tap = try OutputTap(.audio, of: player)
        player.play()
        #expect(try await player.waitForEnd() == .natural)
        let heard = measure(tap)
        #expect(abs(heard.frequency - 440) < 440 * 0.015, "\(heard)")
        #expect(abs(heard.length - tone.length / speed) < 0.1, "\(heard)")
        #expect(player.position == .seconds(tone.length))
        #expect(abs(player.snapshot.played.inSeconds - tone.length) < 0.01)
        await player.close()
    }

    @Test func `4.3: the pitch is kept when the speed changes again and again while playing`() async throws {
        let tone = try #require(Tone(frequency: 440, length: 240))
        let player = Player(configuration: .silent)
        player.load(tone.item, autoplay: true)
        try await player.waitUntil(.started)
        let tap = try OutputTap(.audio, of: player)
        for speed in [2, 1, 0.5, 8, 4, 1, 3] {
            player.speed = speed
            try await player.wait(for: "speed \(speed)") { $0.effectiveSpeed == speed && $0.state.isPlaying }
            tap.forget()
            try await player.wait(for: "half a second of sound") { _ in
                tap.arrivals.reduce(0) { $0 + $1.bytes.count } > Int(Tone.rate)
            }
            let heard = measure(tap)
            #expect(abs(heard.frequency - 440) < 440 * 0.015, "\(speed): \(heard)")
            // A busy machine takes its time, and the sound is not to end meanwhile.
            await player.seek(to: .seconds(1))
        }
        await player.close()
    }

    @Test(.inTurn) func `4.3: playback without the pitch plug-in has a warning that names the package`()
        async
    {
        await #expect(processExitsWith: .success) {
            _ = Runtime.startFault
            let registry = unsafe gst_registry_get()
            let feature = unsafe gst_registry_lookup_feature(registry, "scaletempo")
            unsafe gst_registry_remove_feature(registry, feature)
            let player = Player(configuration: .silent)
            let log = EventLog()
            player.addObserver(log)
            player.speed = 2
            player.load(try Samples.named("av-h264-aac").item, autoplay: true)
            #expect(try await player.waitForEnd() == .natural)
            player.speed = 4
            player.play()
            #expect(try await player.waitForEnd() == .natural)
            await player.close()
            let hints = log.events.compactMap {
                if case .warning(let warning) = $0 { warning.hint } else { nil }
            }
            #expect(hints == ["install the Debian package gstreamer1.0-plugins-good"])
        }
    }
}

/// A file with a sine, mono, 16 bits. It is there as long as this is held.
final class Tone: Sendable {
    static let rate = 44100.0
    let length: Double
    private let folder: TemporaryFolder

    /// So many whole waves a second. Nil when it cannot be written.
    init?(frequency: Int, length: Double = 2) {
        self.length = length
        do {
            folder = try TemporaryFolder()
            try wave(frequency).write(to: folder.url.appending(path: "tone.wav"))
        } catch {
            return nil
        }
    }

    var item: MediaItem {
        MediaItem(path: folder.url.appending(path: "tone.wav").path(percentEncoded: false))
    }

    private func wave(_ frequency: Int) -> Data {
        let count = Int(Self.rate * length)
        func number(_ value: Int, bytes: Int) -> [UInt8] {
            (0..<bytes).map { UInt8(value >> (8 * $0) & 255) }
        }
        let second = (0..<Int(Self.rate)).flatMap { place in
            let sample = Int16(8000 * sin(2 * .pi * Double(frequency * place) / Self.rate))
            return number(Int(UInt16(bitPattern: sample)), bytes: 2)
        }
        var data = Data("RIFF".utf8 + number(36 + 2 * count, bytes: 4))
        data.append(contentsOf: "WAVEfmt ".utf8 + number(16, bytes: 4) + number(1, bytes: 2))
        data.append(
            contentsOf: number(1, bytes: 2) + number(Int(Self.rate), bytes: 4)
                + number(2 * Int(Self.rate), bytes: 4))
        data.append(contentsOf: number(2, bytes: 2) + number(16, bytes: 2))
        data.append(contentsOf: "data".utf8 + number(2 * count, bytes: 4))
        for begin in stride(from: 0, to: 2 * count, by: second.count) {
            data.append(contentsOf: second.prefix(2 * count - begin))
        }
        return data
    }
}
