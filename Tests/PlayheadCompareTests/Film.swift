import Foundation
import GStreamer
import PlayheadSystem
import PlayheadTesting
import Synchronization

/// A film of moving edges and noise, and its worse copies.
struct Film: Sendable {
    var width = 96
    var height = 64
    var rate = 25
    /// The part of the original that it shows.
    var part: Range<Double> = 0..<10
    /// The part of the original that is left out.
    var cutOut: Range<Double>?
    /// Parts of the film with a fault, in its own time.
    var blurred: Range<Double>?
    var black: Range<Double>?
    var frozen: Range<Double>?
    var silent: Range<Double>?
    /// From this time on the sound is late by the delay, in seconds.
    var lateFrom = 0.0
    var delay = 0.0
    var volume = 1.0
    /// Bits per second.
    var bitrate = 1_500_000

    /// The time in the original.
    private func original(_ time: Double) -> Double {
        let time = time + part.lowerBound
        guard let cutOut, time >= cutOut.lowerBound - 1e-9 else { return time }
        return time + cutOut.upperBound - cutOut.lowerBound
    }

    var length: Double {
        part.upperBound - part.lowerBound - (cutOut.map { $0.upperBound - $0.lowerBound } ?? 0)
    }
    var frameCount: Int { Int((length * Double(rate)).rounded()) }

    /// The brightness of each pixel of a frame.
    func picture(_ index: Int) -> [UInt8] {
        var time = Double(index) / Double(rate)
        if black?.contains(time) == true { return [UInt8](repeating: 16, count: width * height) }
        let isBlurred = blurred?.contains(time) == true
        if let frozen, frozen.contains(time) { time = frozen.lowerBound }
        let sharp = scene(at: original(time))
        return isBlurred ? blur(sharp) : sharp
    }

    private func scene(at time: Double) -> [UInt8] {
        var noise = SeededNoise(UInt64(max(time, 0) / 3.3) + 7)
        let waves = (0..<3).map { _ in
            (
                x: 2 + noise.next() * 9, y: 2 + noise.next() * 9, speed: noise.next() * 6,
                phase: noise.next() * 6
            )
        }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height)
        for row in 0..<height {
            for column in 0..<width {
                let (x, y) = ((Double(column) + 0.5) / Double(width), (Double(row) + 0.5) / Double(height))
                var value = 126.0
                for wave in waves {
                    value +=
                        sin(wave.x * x * 3 + wave.y * y * 2 + wave.speed * time + wave.phase) > 0 ? 30 : -30
                }
                pixels.append(UInt8(min(max(value, 16), 235)))
            }
        }
        return pixels
    }

    private func blur(_ pixels: [UInt8]) -> [UInt8] {
        let radius = width / 24
        return (0..<height).flatMap { row in
            (0..<width).map { column in
                var (sum, count) = (0, 0)
                for y in max(row - radius, 0)...min(row + radius, height - 1) {
                    for x in max(column - radius, 0)...min(column + radius, width - 1) {
                        sum += Int(pixels[y * width + x])
                        count += 1
                    }
                }
                return UInt8(sum / count)
            }
        }
    }

    /// The samples of a range at 48 kHz.
    func samples(_ range: Range<Int>) -> [Int16] {
        range.map { index in
            let time = Double(index) / 48_000
            if silent?.contains(time) == true { return 0 }
            let place = original(time) - (time >= lateFrom ? delay : 0)
            let sample = Int((place * 48_000).rounded())
            // Noise whose volume changes, without high frequencies.
            var sum = 0.0
            for near in 0..<16 { sum += SeededNoise.value(at: sample / 4 * 4 + near * 4) - 0.5 }
            return Int16(sum * 6000 * volume * (0.2 + abs(sin(place * 1.7) * sin(place * 2.9))))
        }
    }

    /// Writes it as H.264 and FLAC in Matroska.
    func write(to path: String) async throws {
        let pipeline = try Element.pipeline(
            described: """
                appsrc name=video format=time caps="video/x-raw,format=I420,width=\(width),height=\(height),framerate=\(rate)/1" \
                ! openh264enc rate-control=bitrate bitrate=\(bitrate) enable-frame-skip=false gop-size=25 ! h264parse ! mux. \
                appsrc name=audio format=time caps="audio/x-raw,format=S16LE,layout=interleaved,rate=48000,channels=1" \
                ! flacenc ! mux. matroskamux name=mux ! filesink name=file
                """)
        pipeline.child(named: "file")?.set("location", path)
        let picture = Mutex(0)
        let block = Mutex(0)
        pipeline.child(named: "video")?.feed {
            let index = picture.withLock { next in
                defer { next += 1 }
                return next
            }
            guard index < frameCount else { return nil }
            let chroma = [UInt8](repeating: 128, count: width * height / 2)
            return SourceBytes(
                self.picture(index) + chroma, start: .seconds(index) / rate, duration: .seconds(1) / rate)
        }
        pipeline.child(named: "audio")?.feed {
            let index = block.withLock { next in
                defer { next += 1 }
                return next
            }
            let total = Int(length * 48_000)
            let range = index * 960..<min((index + 1) * 960, total)
            guard index * 960 < total else { return nil }
            let bytes = samples(range).flatMap {
                [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
            }
            return SourceBytes(bytes, start: .milliseconds(20 * index), duration: .milliseconds(20))
        }
        try await TestPatternRun.run(pipeline)
    }
}

/// Numbers from 0 to 1 that depend on a seed alone (SplitMix64).
struct SeededNoise {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

    mutating func next() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mixed(state)
    }

    static func value(at index: Int) -> Double {
        mixed(UInt64(bitPattern: Int64(index)) &* 0x9E37_79B9_7F4A_7C15)
    }

    private static func mixed(_ state: UInt64) -> Double {
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((mixed ^ (mixed >> 31)) >> 11) / Double(1 << 53)
    }
}
