import Foundation
import Testing

@testable import PlayheadCore

/// A waveform has the levels of the audio at their times.
struct WaveformTests {
    private func buffer(
        at sample: Int, _ samples: [Float], rate: Int = 1000, channels: Int = 1
    ) -> AudioBuffer {
        AudioBuffer(
            time: .nanoseconds(Int64(sample) * 1_000_000_000 / Int64(rate)), sampleRate: rate,
            channels: channels, samples: samples)
    }

    private func points(_ waveform: Waveform) -> [[Float]] {
        waveform.points.map { [$0.minimum, $0.maximum, $0.rms] }
    }

    @Test func `a pixel has the extremes and the RMS of its samples, also across buffers`() {
        var builder = WaveformBuilder(.samplesPerPixel(4))
        builder.append(buffer(at: 0, [0.5, -0.5, 0.5]))
        builder.append(buffer(at: 3, [-0.5, 1, 0, 0, 0, 0.25]))
        let waveform = builder.waveform
        #expect(waveform.sampleRate == 1000 && waveform.samplesPerPixel == 4 && waveform.channels == 1)
        #expect(points(waveform) == [[-0.5, 0.5, 0.5], [0, 1, 0.5], [0.25, 0.25, 0.25]])
        #expect((0..<3).map { waveform.time(ofPixel: $0) } == [0, 4, 8].map { .milliseconds($0) })
    }

    @Test func `a builder gives the same waveform for any division into buffers`() {
        let samples = (0..<1000).map { Float(($0 * 37 % 101) - 50) / 50 }
        let whole = [1, 7, 64, 1000].map { length in
            var builder = WaveformBuilder(.samplesPerPixel(48))
            for start in stride(from: 0, to: 1000, by: length) {
                builder.append(buffer(at: start, Array(samples[start..<min(start + length, 1000)])))
            }
            return builder.waveform
        }
        #expect(whole.allSatisfy { $0.pixels == 21 })
        for other in whole.dropFirst() {
            for (one, other) in zip(whole[0].points, other.points) {
                #expect(one.minimum == other.minimum && one.maximum == other.maximum)
                #expect(abs(one.rms - other.rms) < 0.000_01)
            }
        }
    }

    @Test func `channels are averaged, or kept`() {
        var merged = WaveformBuilder(.samplesPerPixel(2))
        var split = WaveformBuilder(.samplesPerPixel(2), splitsChannels: true)
        for audio in [buffer(at: 0, [1, 0, -1, 0], channels: 2), buffer(at: 2, [0.5, 0.5], channels: 1)] {
            merged.append(audio)
            split.append(audio)
        }
        #expect(points(merged.waveform) == [[-0.5, 0.5, 0.5], [0.5, 0.5, 0.5]])
        #expect(split.waveform.channels == 2 && split.waveform.pixels == 2)
        #expect(points(split.waveform) == [[-1, 1, 1], [0, 0, 0], [0.5, 0.5, 0.5], [0, 0, 0]])
        #expect(split.waveform[1, channel: 0].maximum == 0.5)
    }

    @Test func `a gap is silence, and a pixel stays at its time`() {
        var builder = WaveformBuilder(.samplesPerPixel(10))
        builder.append(buffer(at: 5, [Float](repeating: 0.5, count: 10)))
        builder.append(buffer(at: 40, [Float](repeating: -1, count: 10)))
        let half = Float(0.125.squareRoot())
        #expect(
            points(builder.waveform) == [
                [0, 0.5, half], [0, 0.5, half], [0, 0, 0], [0, 0, 0], [-1, -1, 1],
            ])
    }

    @Test func `overlap and rounded times add nothing`() {
        var builder = WaveformBuilder(.samplesPerPixel(480))
        let samples = [Float](repeating: 0.5, count: 480)
        builder.append(buffer(at: 0, samples, rate: 48_000))
        // Rounded to 1 ms twice: 48 samples early, then 48 samples late.
        builder.append(AudioBuffer(time: .milliseconds(9), sampleRate: 48_000, channels: 1, samples: samples))
        builder.append(
            AudioBuffer(time: .milliseconds(21), sampleRate: 48_000, channels: 1, samples: samples))
        #expect(points(builder.waveform) == [[Float]](repeating: [0.5, 0.5, 0.5], count: 3))
        // Half of this was there before.
        builder.append(
            AudioBuffer(time: .milliseconds(25), sampleRate: 48_000, channels: 1, samples: samples))
        #expect(builder.waveform.pixels == 4)
        #expect(builder.waveform.points[3].rms == 0.5)
    }

    @Test func `a waveform begins where it is told to`() {
        var builder = WaveformBuilder(.samplesPerPixel(10), start: .milliseconds(20))
        builder.append(buffer(at: 0, [Float](repeating: 1, count: 25)))
        builder.append(buffer(at: 25, [Float](repeating: 0.5, count: 15)))
        let waveform = builder.waveform
        #expect(waveform.points.map(\.maximum) == [1, 0.5])
        #expect(waveform.time(ofPixel: 1) == .milliseconds(30))
    }

    @Test(arguments: [500, 2000, 44_100])
    func `audio with another rate takes its share of the time`(rate: Int) {
        var builder = WaveformBuilder(.samplesPerPixel(100))
        builder.append(buffer(at: 0, [Float](repeating: 0.25, count: 1000)))
        builder.append(
            AudioBuffer(
                time: .seconds(1), sampleRate: rate, channels: 1,
                samples: [Float](repeating: 0.5, count: rate)))
        let waveform = builder.waveform
        #expect(waveform.sampleRate == 1000)
        #expect(waveform.points.map(\.rms) == (0..<20).map { $0 < 10 ? 0.25 : 0.5 })
    }

    @Test func `pixels per second are those of the sample rate, rounded down`() {
        var builder = WaveformBuilder(.pixelsPerSecond(100))
        builder.append(buffer(at: 0, [Float](repeating: 0, count: 44_100), rate: 44_100))
        #expect(builder.waveform.samplesPerPixel == 441)
        #expect(builder.waveform.pixels == 100)
    }

    @Test func `damaged times demand no memory, and no audio makes an empty waveform`() {
        var builder = WaveformBuilder(.samplesPerPixel(2))
        builder.append(AudioBuffer(time: .farthest, sampleRate: 48_000, channels: 1, samples: [1]))
        builder.append(AudioBuffer(time: .zero - .farthest, sampleRate: 48_000, channels: 1, samples: [1]))
        builder.append(AudioBuffer(time: .zero, sampleRate: 0, channels: 1, samples: [1]))
        #expect(builder.waveform.pixels == 0)
        #expect(WaveformBuilder().waveform.json() == Self.empty)
    }

    private static let empty =
        "{\"version\":2,\"channels\":1,\"sample_rate\":0,\"samples_per_pixel\":256,\"bits\":16,"
        + "\"length\":0,\"data\":[]}\n"
}

/// The files are those of audiowaveform.
struct WaveformFileTests {
    private struct File: Decodable, Equatable {
        var version, channels, sample_rate, samples_per_pixel, bits, length: Int
        var data: [Int]
    }

    private let waveform = Waveform(
        sampleRate: 48_000, samplesPerPixel: 512, channels: 2,
        points: [
            (-1, 1), (-0.5, 0.5), (-1.5, 2), (0, 0), (-0.000_05, 0.000_05), (-129.0 / 32768, 300.0 / 32768),
        ].map { Waveform.Point(minimum: $0, maximum: $1, rms: 0) })

    private func file(_ bits: Int, _ data: [Int]) -> File {
        File(
            version: 2, channels: 2, sample_rate: 48_000, samples_per_pixel: 512, bits: bits, length: 3,
            data: data)
    }

    @Test func `JSON has the values with 16 or 8 bits`() throws {
        func read(_ bits: Waveform.Bits) throws -> File {
            try JSONDecoder().decode(File.self, from: Data(waveform.json(bits: bits).utf8))
        }
        let sixteen = [-32768, 32767, -16384, 16384, -32768, 32767, 0, 0, -1, 1, -129, 300]
        let eight = [-128, 127, -64, 64, -128, 127, 0, 0, 0, 0, 0, 1]
        #expect(try read(.sixteen) == file(16, sixteen))
        #expect(try read(.eight) == file(8, eight))
    }

    @Test(arguments: Waveform.Bits.allCases)
    func `the binary file has the values of the JSON`(bits: Waveform.Bits) throws {
        let json = try JSONDecoder().decode(File.self, from: Data(waveform.json(bits: bits).utf8))
        let dat = waveform.dat(bits: bits)
        let fields = (0..<6).map { field in
            (0..<4).reduce(0) { $0 | Int(dat[field * 4 + $1]) << (8 * $1) }
        }
        #expect(fields == [2, bits == .eight ? 1 : 0, 48_000, 512, 3, 2])
        let size = bits.rawValue / 8
        #expect(dat.count == 24 + 12 * size)
        let values = (0..<12).map { index in
            let first = 24 + index * size
            return size == 1
                ? Int(Int8(bitPattern: dat[first]))
                : Int(Int16(bitPattern: UInt16(dat[first]) | UInt16(dat[first + 1]) << 8))
        }
        #expect(values == json.data)
    }

    @Test func `merged samples of 16 bits are divided like integers`() {
        var builder = WaveformBuilder(.samplesPerPixel(2))
        let frames: [[Int]] = [[3, 4], [-3, -4], [1, 0], [32_767, 32_766], [-1, 0], [-32_768, -32_767]]
        builder.append(
            AudioBuffer(
                time: .zero, sampleRate: 8000, channels: 2,
                samples: frames.flatMap(\.self).map { Float($0) / 32_768 }))
        let data = builder.waveform.json().contains("\"data\":[-3,3,0,32766,-32767,0]}")
        #expect(data, "\(builder.waveform.json())")
    }
}
