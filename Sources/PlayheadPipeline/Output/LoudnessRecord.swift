internal import GStreamer
internal import PlayheadCore

/// Measures the sound of an item while it plays. It counts only if it is the whole sound.
struct LoudnessRecord {
    private var library: LoudnessLibrary?
    private var format: (rate: Int, channels: Int)?
    /// The media time at which the next samples begin; nil before the first ones.
    private var next: Duration?
    /// Whether a part of the sound is missing.
    private var isPartial = false

    /// Adds samples that begin at a media time.
    mutating func add(_ sound: AudioSamples, at start: Duration?) {
        guard !isPartial else { return }
        guard let start, start < Self.longest, (start - (next ?? .zero)).magnitude <= tolerance else {
            return skip()
        }
        let new = (rate: sound.rate, channels: sound.channels)
        guard format.map({ $0 == new }) ?? true else { return skip() }
        if next == nil {
            format = new
            library = LoudnessLibrary(channels: new.channels, sampleRate: new.rate)
        }
        library?.add(sound.samples)
        let frames = sound.samples.count / max(new.channels, 1)
        next = start + .seconds(1) * (Double(frames) / Double(max(new.rate, 1)))
    }

    /// Other sound follows.
    mutating func jump() { if next != nil { skip() } }

    private mutating func skip() {
        isPartial = true
        library = nil
    }

    /// The loudness of all samples; nil if some are missing.
    var loudness: Loudness? { library.map(Loudness.init).flatMap { $0.integrated == nil ? nil : $0 } }

    /// The silence that may precede the sound of a medium, and the jitter of its times.
    private var tolerance: Duration { next == nil ? .milliseconds(500) : .milliseconds(100) }
    /// Sound beyond this time is not measured: a measurement grows with its duration.
    private static let longest: Duration = .seconds(24 * 3600)
}
