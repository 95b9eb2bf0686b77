import Foundation

@testable import TestBasics
@testable import TestSupport

/// Sound with another tone in each channel, so that a recording shows which of them is heard where.
enum Tones {
    private static let amplitude = 0.125
    private static let seconds = 2

    private static func frequency(_ channel: Int) -> Double { Double(500 + channel * 300) }

    /// A WAV file in 16 bits at 48 kHz.
    static func wav(channels: Int) -> Data {
        var samples: [Int16] = []
        for frame in 0..<seconds * NumberedSound.rate {
            let time = Double(frame) / Double(NumberedSound.rate)
            samples += (0..<channels).map { channel in
                Int16((amplitude * 32767 * sin(2 * .pi * frequency(channel) * time)).rounded())
            }
        }
        let data = NumberedSound.bytes(samples)
        return NumberedSound.header(channels: channels, size: data.count) + data
    }

    /// The gain in thousandths of each tone in each channel of what was heard.
    static func gains(_ samples: [Float], channels: Int, of tones: Int) -> [[Int]] {
        (0..<channels).map { channel in
            (0..<tones).map { tone in
                let found = level(of: frequency(tone), in: samples, channels: channels, channel: channel)
                return found.isNaN ? -1 : Int((found / amplitude * 1000).rounded())
            }
        }
    }

    /// The amplitude of a frequency in a channel of what was heard, from 0.5 to 1 s behind its beginning; not a number if
    /// it is shorter.
    static func level(of frequency: Double, in samples: [Float], channels: Int, channel: Int) -> Double {
        let frames = samples.count / channels
        let rate = NumberedSound.rate
        let first = samples.firstIndex { $0 != 0 }.map { $0 / channels } ?? frames
        guard first + rate <= frames else { return .nan }
        var (real, imaginary) = (0.0, 0.0)
        for frame in first + rate / 2..<first + rate {
            let angle = 2 * .pi * frequency * Double(frame) / Double(rate)
            let sample = Double(samples[frame * channels + channel])
            real += sample * cos(angle)
            imaginary += sample * sin(angle)
        }
        return 4 * (real * real + imaginary * imaginary).squareRoot() / Double(rate)
    }
}
