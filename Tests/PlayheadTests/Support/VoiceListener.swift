import Playhead
import PlayheadTesting
import Synchronization

/// Writes down which of the voices of `tracks.mkv` and `hls-tracks` is heard when.
final class VoiceListener: PresentationTap {
    struct Passage: Equatable, CustomStringConvertible {
        var hertz: Int
        var start: Duration
        var end: Duration

        var description: String { "\(hertz) Hz \(start)…\(end)" }
    }

    private let heard = Mutex<[Passage]>([])
    private let speed: Double

    init(at speed: Double = 1) { self.speed = speed }

    /// What was heard since the last time, each voice in one piece as long as its media time goes on.
    func take() -> [Passage] {
        heard.withLock { heard in
            defer { heard = [] }
            return heard
        }
    }

    func didPresent(_ sound: PresentedAudioBuffer) {
        guard !sound.isHeld, let hertz = Self.voice(of: sound) else { return }
        let end = sound.mediaTime + sound.duration * speed
        heard.withLock { heard in
            if let last = heard.last, last.hertz == hertz, abs(last.end - sound.mediaTime) < .milliseconds(30)
            {
                heard[heard.count - 1].end = end
            } else {
                heard.append(Passage(hertz: hertz, start: sound.mediaTime, end: end))
            }
        }
    }

    /// 500, 1000 or 2000 hertz; nil where there is no voice: codecs begin and end softly.
    private static func voice(of sound: PresentedAudioBuffer) -> Int? {
        var meter = ToneMeter(sampleRate: sound.sampleRate)
        meter.append(sound.samples, channel: 0, of: sound.channels)
        let hops = (0..<meter.count).filter { meter.power(ofHop: $0) > 0.001 }
        guard !hops.isEmpty else { return nil }
        let pitch = hops.compactMap { meter.frequency(around: $0) }.sorted()[hops.count / 2]
        return [500, 1000, 2000].min { abs(Double($0) - pitch) < abs(Double($1) - pitch) }
    }
}

private func abs(_ duration: Duration) -> Duration { duration < .zero ? .zero - duration : duration }
