import FoundationEssentials
import Glibc
import Playhead
import QualityReport

/// The pictures and the sound level of a medium, for a report.
struct MediaTimeline: Sendable, Codable {
    struct Picture: Sendable, Codable {
        var time: Double
        var jpeg: Data
    }

    /// In seconds.
    var duration: Double
    var pictures: [Picture] = []
    /// The level of the sound in dBFS, at even distances over the duration; nil without sound.
    var levels: [Double]?

    private static let pictureCount = 24
    private static let levelCount = 600
    private static let silence = -70.0

    /// Decodes pictures and the sound. Nil for a medium without either, or without an end.
    init?(of item: MediaItem, _ configuration: PlayerConfiguration) async {
        let size = FrameSize.fitting(width: 160, height: 90)
        let generator = ImageGenerator(item, size: size, format: .rgb, configuration: configuration)
        let first = try? await generator.image(at: .zero, tolerance: .before)
        var builder = WaveformBuilder(.pixelsPerSecond(10))
        do {
            for try await buffer in MediaReader(item, configuration: configuration).audioBuffers(
                rate: 8000, channels: 1)
            {
                builder.append(buffer)
            }
        } catch {}
        let waveform = builder.waveform
        let heard = Double(waveform.pixels) / 10
        let length = generator.duration.map { $0 / .seconds(1) } ?? heard
        guard length > 0, first != nil || waveform.pixels > 0 else { return nil }
        duration = length
        if waveform.pixels > 0 { levels = Self.levels(of: waveform, duration: length) }
        guard first != nil, let end = generator.duration else { return }
        for index in 0..<Self.pictureCount {
            let time = end * (2 * index + 1) / (2 * Self.pictureCount)
            guard let frame = try? await generator.image(at: time, tolerance: .exact),
                let jpeg = try? frame.encoded(as: .jpeg(quality: 60))
            else { continue }
            pictures.append(Picture(time: time / .seconds(1), jpeg: Data(jpeg)))
        }
    }

    private static func levels(of waveform: Waveform, duration: Double) -> [Double] {
        let count = min(levelCount, max(waveform.pixels, 1))
        return (0..<count).map { (index: Int) -> Double in
            let range =
                index * waveform.pixels
                / count..<max((index + 1) * waveform.pixels / count, index * waveform.pixels / count + 1)
            let power = range.reduce(0.0) { sum, pixel in
                guard pixel < waveform.pixels else { return sum }
                let rms = Double(waveform[pixel, channel: 0].rms)
                return sum + rms * rms
            }
            let level = 10 * log10(max(power / Double(range.count), 1e-10))
            return (max(level, silence) * 10).rounded() / 10
        }
    }

    /// The timeline of a report.
    var timeline: ReportPage.Timeline {
        var line = ReportPage.Timeline(title: "Medium", duration: duration)
        line.pictures = pictures.map { ReportPage.Picture(time: $0.time, jpeg: Array($0.jpeg)) }
        if let levels, levels.count > 1 {
            let step = duration / Double(levels.count)
            var curve = ReportPage.Curve(
                name: "sound level", unit: "dBFS",
                points: levels.enumerated().map { (time: Double($0) * step, value: $1) })
            curve.range = Self.silence...0
            line.curves.append(curve)
        }
        return line
    }
}
