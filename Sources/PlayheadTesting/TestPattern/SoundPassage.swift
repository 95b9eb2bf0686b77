internal import Playhead

/// A continuous run of presented audio, with the decoded tones in it.
struct SoundPassage: Sendable {
    private struct Anchor: Sendable {
        var sample: Int
        var mediaTime: Duration
        var clockTime: Duration
    }

    let load: Int
    let sampleRate: Int
    /// Whether the run is the first one of a load or after a jump.
    let isLanding: Bool
    private var meter: ToneMeter
    private var anchors: [Anchor] = []
    private var samples = 0

    init(_ sound: PresentedAudioBuffer, isLanding: Bool) {
        load = sound.load
        sampleRate = sound.sampleRate
        self.isLanding = isLanding
        meter = ToneMeter(sampleRate: sound.sampleRate)
        append(sound)
    }

    /// A smaller deviation is a rounding error.
    static let tolerance: Duration = .milliseconds(5)

    var start: Duration { anchors.first?.mediaTime ?? .zero }
    var end: Duration { mediaTime(ofSample: Double(samples)) }

    /// Whether an audio buffer continues this run.
    func continues(with sound: PresentedAudioBuffer) -> Bool {
        let gap = sound.mediaTime - end
        return sound.load == load && sound.sampleRate == sampleRate
            && gap > .zero - Self.tolerance && gap < Self.tolerance
    }

    mutating func append(_ sound: PresentedAudioBuffer) {
        guard sound.channels > 0 else { return }
        anchors.append(
            Anchor(sample: samples, mediaTime: sound.mediaTime, clockTime: sound.clockTime))
        meter.append(sound.samples, of: sound.channels)
        samples += sound.frames
    }

    /// The tones and silences in the run.
    var runs: [ToneRun] { meter.runs }
    /// The number of hops.
    var hops: Int { meter.count }

    /// The media time of a hop.
    func mediaTime(ofHop hop: Double) -> Duration { mediaTime(ofSample: sample(ofHop: hop)) }

    /// The clock time at which a hop was presented.
    func clockTime(ofHop hop: Double) -> Duration {
        let sample = sample(ofHop: hop)
        guard let anchor = anchor(ofSample: sample) else { return .zero }
        return anchor.clockTime + time(of: sample - Double(anchor.sample))
    }

    private func sample(ofHop hop: Double) -> Double {
        let whole = Int(hop.rounded(.down))
        let (first, second) = (meter.sample(ofHop: whole), meter.sample(ofHop: whole + 1))
        return Double(first) + (hop - Double(whole)) * Double(second - first)
    }

    private func mediaTime(ofSample sample: Double) -> Duration {
        guard let anchor = anchor(ofSample: sample) else { return .zero }
        return anchor.mediaTime + time(of: sample - Double(anchor.sample))
    }

    private func time(of samples: Double) -> Duration {
        .nanoseconds(Int64((samples * 1e9 / Double(sampleRate)).rounded()))
    }

    /// The last anchor at or before a sample.
    private func anchor(ofSample sample: Double) -> Anchor? {
        var (low, high) = (0, anchors.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if Double(anchors[middle].sample) <= sample { low = middle } else { high = middle }
        }
        return anchors.isEmpty ? nil : anchors[low]
    }
}
