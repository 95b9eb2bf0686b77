import Foundation
import Playhead

/// Pictures and sound that were never in a file.
enum Synthetic {
    static let frame: Duration = .milliseconds(40)

    /// A picture of 16 × 9 pixels, all of one brightness, at a number of frames from the beginning, shown when its time has come.
    static func picture(
        _ number: Int, luma: UInt8, duration: Duration? = frame, load: Int = 1, at clock: Duration? = nil
    ) -> PresentedVideoFrame {
        let time = frame * number
        return PresentedVideoFrame(
            load: load,
            frame: VideoFrame(
                time: time, duration: duration, format: .gray8, width: 16, height: 9,
                bytes: [UInt8](repeating: luma, count: 144)), clockTime: clock ?? time)
    }

    /// A picture that moves: no two neighbours are alike.
    static func moving(_ number: Int, duration: Duration? = frame, at clock: Duration? = nil)
        -> PresentedVideoFrame
    {
        picture(number, luma: UInt8(60 + number % 2 * 60), duration: duration, at: clock)
    }

    /// Sound of several channels, in runs of 1000 samples; each channel is a function of the sample's number.
    static func sound(
        _ range: Range<Int>, rate: Int = 48000, load: Int = 1, clock: (Duration) -> Duration = { $0 },
        _ channels: ((Int) -> Float)...
    ) -> [PresentedAudioBuffer] {
        stride(from: range.lowerBound, to: range.upperBound, by: 1000).map { start in
            let time = Duration.nanoseconds(Int64((Double(start) * 1e9 / Double(rate)).rounded()))
            let samples = (start..<min(start + 1000, range.upperBound)).flatMap { number in
                channels.map { $0(number) }
            }
            return PresentedAudioBuffer(
                load: load,
                buffer: AudioBuffer(
                    time: time, sampleRate: rate, channels: channels.count, samples: samples),
                clockTime: clock(time))
        }
    }

    /// A sine of a level in decibels.
    static func tone(_ frequency: Double = 1000, level: Double = -20, rate: Int = 48000, phase: Double = 0)
        -> (
            Int
        ) -> Float
    {
        let amplitude = pow(10, level / 20)
        return { Float(amplitude * sin(2 * .pi * frequency * Double($0) / Double(rate) + phase)) }
    }

    /// A tone that is silent for a stretch of samples.
    static func tone(silentIn silence: Range<Int>) -> (Int) -> Float {
        // A cosine: the samples at both ends of the silence are loud.
        let tone = tone(phase: .pi / 2)
        return { silence.contains($0) ? 0 : tone($0) }
    }

    static func silence(_ number: Int) -> Float { 0 }
}

extension PresentedVideoFrame {
    /// Changes the luma of a frame that is nothing else.
    mutating func changeLuma(_ change: (inout [UInt8]) -> Void) {
        var luma = luma
        change(&luma)
        frame = VideoFrame(
            time: mediaTime, duration: duration, format: .gray8, width: width, height: height, bytes: luma)
    }
}
