public import Playhead

/// Finds stretches in which sound is cut off at full scale.
///
/// Sound is clipped where several samples of a channel, one after another, are at full scale or beyond. What is clipped again soon after is
/// one stretch: it begins with the first of these samples and ends with the last. It ends also where playback jumps, and with the load.
public struct ClippingCheck: PresentationCheck {
    /// How many samples at full scale are clipped: 3 as in common editors, because a loud wave may touch it with one or two.
    public var minimumSamples: Int
    /// The level of full scale, in decibels. A little less than 0, for what was clipped before it was made quieter by a converter.
    public var level: Double
    /// How long nothing has to be clipped for a stretch to end.
    public var pause: Duration

    private var course = SoundCourse()
    /// How many samples at full scale each channel has had last.
    private var runs: [Int] = []
    private var span: Range<Duration>?

    /// A check with these thresholds.
    public init(minimumSamples: Int = 3, level: Double = -0.01, pause: Duration = .milliseconds(100)) {
        self.minimumSamples = minimumSamples
        self.level = level
        self.pause = pause
    }

    /// Listens to sound.
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

    /// Says what was clipped last.
    public mutating func finish() -> [PresentationFinding] {
        course.stop()
        return stop()
    }

    /// The clipping that goes on.
    public var ongoing: [PresentationFinding] { finding }

    /// Adds to the stretch, or ends it and begins another.
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
