public import Playhead

/// Detects ranges of silence.
///
/// The defaults are those of the ffmpeg filter `silencedetect`. A range begins and ends with sample accuracy.
/// Missing samples count as silence. A range ends at a jump and at the end of the load. Reverse playback is
/// not examined.
public struct SilenceCheck: PresentationCheck {
    /// The minimum duration of silence.
    public var minimumLength: Duration
    /// The maximum level of all samples of all channels, in decibels relative to full scale.
    public var level: Double

    private var course = SoundCourse()
    private var since: Duration?

    /// Makes a check with these thresholds.
    public init(minimumLength: Duration = .seconds(2), level: Double = -60) {
        self.minimumLength = minimumLength
        self.level = level
    }

    /// Examines an audio buffer.
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

    /// Ends a silent range at the end of the media.
    public mutating func finish() -> [PresentationFinding] {
        let end = course.end
        course.stop()
        return stop(at: end)
    }

    /// The current silent range.
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
