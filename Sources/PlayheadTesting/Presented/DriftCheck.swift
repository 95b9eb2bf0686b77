public import Playhead

/// Detects ranges in which audio and video of the same media time are presented at different times.
///
/// It compares clock times alone, so it cannot detect a shift inside the medium. The limits are those of EBU
/// R37. A range begins with the first video frame beyond the limits and ends with the first frame within
/// them. A jump and the end of the load also end it. Fewer than 3 frames are no drift. Reverse playback is
/// not examined.
public struct DriftCheck: PresentationCheck {
    /// The maximum time by which audio may precede video.
    public var earlySound: Duration
    /// The maximum time by which audio may follow video.
    public var lateSound: Duration
    /// The minimum duration of drift. It also needs at least 3 video frames.
    public var minimumLength: Duration

    private struct Picture: Sendable {
        var start: Duration
        var end: Duration?
        var clock: Duration
    }

    private struct Sound: Sendable {
        var start: Duration
        var clock: Duration
    }

    /// The maximum number of frames or buffers that wait for their counterpart.
    private static let limit = 500

    private var pictureCourse = Course()
    private var soundCourse = SoundCourse()
    /// The video frames whose audio has not arrived yet.
    private var pictures: [Picture] = []
    private var sounds: [Sound] = []
    private var span: Range<Duration>?
    private var count = 0

    /// The delay of the last video frame relative to its audio. It is negative for early video, and nil
    /// without a comparison.
    public private(set) var skew: Duration?

    /// Makes a check with these thresholds.
    public init(
        earlySound: Duration = .milliseconds(40), lateSound: Duration = .milliseconds(60),
        minimumLength: Duration = .milliseconds(200)
    ) {
        self.earlySound = earlySound
        self.lateSound = lateSound
        self.minimumLength = minimumLength
    }

    /// Examines a video frame.
    public mutating func look(at picture: PresentedVideoFrame) -> [PresentationFinding] {
        var findings: [PresentationFinding] = []
        let end = picture.duration.map { picture.mediaTime + max($0, .zero) }
        let isFirst = pictureCourse.lastSpan == nil
        let step = pictureCourse.step(
            to: picture.mediaTime..<(end ?? picture.mediaTime), of: picture.load, at: picture.clockTime)
        if step != .forwards, !isFirst {
            findings += take()
            pictures = []
            sounds = []
        }
        pictures.append(Picture(start: picture.mediaTime, end: end, clock: picture.clockTime))
        pictures.removeFirst(max(pictures.count - Self.limit, 0))
        return findings + compare()
    }

    /// Examines an audio buffer.
    public mutating func listen(to sound: PresentedAudioBuffer) -> [PresentationFinding] {
        if case .begins = soundCourse.step(to: sound) { sounds = [] }
        sounds.append(Sound(start: sound.mediaTime, clock: sound.clockTime))
        sounds.removeFirst(max(sounds.count - Self.limit, 0))
        return compare()
    }

    /// Ends the drift at the end of the media.
    public mutating func finish() -> [PresentationFinding] {
        pictureCourse.forget()
        soundCourse.stop()
        (pictures, sounds, skew) = ([], [], nil)
        return take()
    }

    /// The current drift.
    public var ongoing: [PresentationFinding] {
        guard let span, count >= 3, span.length >= minimumLength else { return [] }
        return [PresentationFinding(.drift, start: span.lowerBound, end: span.upperBound)]
    }

    private mutating func take() -> [PresentationFinding] {
        defer { (span, count) = (nil, 0) }
        return ongoing
    }

    /// Compares the frames for which the audio buffer and the next one have arrived. The two buffers
    /// determine the speed.
    private mutating func compare() -> [PresentationFinding] {
        var findings: [PresentationFinding] = []
        while let picture = pictures.first {
            guard let index = sounds.lastIndex(where: { $0.start <= picture.start }) else {
                if sounds.isEmpty { break }
                pictures.removeFirst()
                continue
            }
            guard index + 1 < sounds.count else { break }
            pictures.removeFirst()
            let (sound, next) = (sounds[index], sounds[index + 1])
            sounds.removeFirst(index)
            let step = next.start - sound.start
            guard step > .zero else { continue }
            let pace = (next.clock - sound.clock) / step
            findings += judge(picture, soundAt: sound.clock + (picture.start - sound.start) * pace)
        }
        return findings
    }

    private mutating func judge(_ picture: Picture, soundAt clock: Duration) -> [PresentationFinding] {
        let skew = Duration.nanoseconds((picture.clock - clock).inNanoseconds)
        self.skew = skew
        if let span { self.span = span.lowerBound..<max(span.upperBound, picture.start) }
        guard skew > earlySound || skew < .zero - lateSound else { return take() }
        let whole = span ?? picture.start..<picture.start
        span = whole.lowerBound..<max(whole.upperBound, picture.end ?? picture.start)
        count += 1
        return []
    }
}
