public import Playhead

/// Finds stretches in which nothing is to be heard.
///
/// The defaults are those of ffmpeg's `silencedetect`. A stretch begins and ends at the very sample. Samples that are missing are silence.
/// A stretch ends where playback jumps, and with the load. Backwards nothing is looked for.
public struct SilenceCheck: PresentationCheck {
    /// How long it has to be silent.
    public var minimumLength: Duration
    /// The level that every sample of every channel is below, in decibels relative to full scale.
    public var level: Double

    private var course = SoundCourse()
    private var since: Duration?

    /// A check with these thresholds.
    public init(minimumLength: Duration = .seconds(2), level: Double = -60) {
        self.minimumLength = minimumLength
        self.level = level
    }

    /// Listens to sound.
    public mutating func listen(to sound: PresentedAudioBuffer) -> [PresentationFinding] {
        var findings: [PresentationFinding] = []
        let end = course.end
        switch course.step(to: sound) {
        case .begins: findings += stop(at: end)
        case .resumes(let end): since = since ?? end
        case .goesOn: break
        }
        let limit = Amplitude.of(decibels: level)
        let channels = max(sound.channels, 1)
        for frame in 0..<sound.frames {
            let start = frame * channels
            let isQuiet = sound.samples[start..<start + channels].allSatisfy { abs($0) < limit }
            if !isQuiet {
                if since != nil { findings += stop(at: sound.time(of: frame)) }
            } else if since == nil {
                since = sound.time(of: frame)
            }
        }
        return findings
    }

    /// Says what was silent until the end.
    public mutating func finish() -> [PresentationFinding] {
        let end = course.end
        course.stop()
        return stop(at: end)
    }

    /// The silence that goes on.
    public var ongoing: [PresentationFinding] { finding(until: course.end) }

    private mutating func stop(at end: Duration?) -> [PresentationFinding] {
        defer { since = nil }
        return finding(until: end)
    }

    private func finding(until end: Duration?) -> [PresentationFinding] {
        guard let since, let end, end - since >= minimumLength, end > since else { return [] }
        return [PresentationFinding(.silent, start: since, end: end)]
    }
}
