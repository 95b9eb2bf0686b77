public import Playhead

/// Detects ranges of audio that is clipped at full scale.
///
/// Audio is clipped where several consecutive samples of a channel are at or beyond full scale. Clipped
/// samples with short pauses between them form one range, from the first to the last of them. A range also
/// ends at a jump and at the end of the load.
public struct ClippingCheck: PresentationCheck {
    /// The minimum number of consecutive samples at full scale. The default is 3 as in common editors,
    /// because a loud wave may reach full scale with 1 or 2.
    public var minimumSamples: Int
    /// The level of full scale in decibels. It is slightly below 0 for audio that a converter has attenuated
    /// after clipping.
    public var level: Double
    /// The minimum time without clipping that ends a range.
    public var pause: Duration

    private var course = SoundCourse()
    /// The number of consecutive samples at full scale at the end of each channel.
    private var runs: [Int] = []
    private var span: Range<Duration>?

    /// Makes a check with these thresholds.
    public init(minimumSamples: Int = 3, level: Double = -0.01, pause: Duration = .milliseconds(100)) {
        self.minimumSamples = minimumSamples
        self.level = level
        self.pause = pause
    }

    /// Examines an audio buffer.
    public mutating func listen(to sound: PresentedAudioBuffer) -> [PresentationFinding] {
        var findings: [PresentationFinding] = []
        switch course.step(to: sound) {
        case .begins: findings += stop()
        case .resumes: runs = []
        case .goesOn: break
        }
        let limit = Amplitude.of(decibels: level)
        if runs.count != sound.channels { runs = Array(repeating: 0, count: sound.channels) }
        for frame in 0..<sound.frames {
            for channel in 0..<sound.channels {
                guard abs(sound.samples[frame * sound.channels + channel]) >= limit else {
                    runs[channel] = 0
                    continue
                }
                runs[channel] += 1
                guard runs[channel] >= minimumSamples else { continue }
                findings += clip(sound.time(of: frame + 1 - runs[channel])..<sound.time(of: frame + 1))
            }
        }
        if let span, let end = course.end, end - span.upperBound > pause { findings += take() }
        return findings
    }

    /// Ends a clipped range at the end of the media.
    public mutating func finish() -> [PresentationFinding] {
        course.stop()
        return stop()
    }

    /// The current clipped range.
    public var ongoing: [PresentationFinding] { finding }

    /// Extends the range, or ends it and begins another one.
    private mutating func clip(_ part: Range<Duration>) -> [PresentationFinding] {
        guard let span else {
            self.span = part
            return []
        }
        let isNew = part.lowerBound - span.upperBound > pause
        let findings = isNew ? finding : []
        self.span =
            isNew ? part : min(span.lowerBound, part.lowerBound)..<max(span.upperBound, part.upperBound)
        return findings
    }

    private mutating func stop() -> [PresentationFinding] {
        runs = []
        return take()
    }

    private mutating func take() -> [PresentationFinding] {
        defer { span = nil }
        return finding
    }

    private var finding: [PresentationFinding] {
        span.map { [PresentationFinding(.clipped, start: $0.lowerBound, end: $0.upperBound)] } ?? []
    }
}
