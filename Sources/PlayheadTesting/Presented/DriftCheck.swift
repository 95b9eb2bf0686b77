public import Playhead

/// Finds stretches in which sound and picture of the same media time are presented at different times.
///
/// It compares clock times alone: whether sound and picture of a medium belong together it cannot know. The limits are those of EBU R37.
/// A stretch begins with the first picture that is off and ends where the first one begins that is not, where playback jumps, and
/// with the load. Single pictures that are off are no drift. Backwards nothing is looked for.
public struct DriftCheck: PresentationCheck {
    /// How much earlier than its picture sound may come.
    public var earlySound: Duration
    /// How much later than its picture sound may come.
    public var lateSound: Duration
    /// How long it has to be off: three pictures at least.
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

    /// What waits for its counterpart is given up beyond so many.
    private static let limit = 500

    private var pictureCourse = Course()
    private var soundCourse = SoundCourse()
    /// Pictures whose sound has not come yet.
    private var pictures: [Picture] = []
    private var sounds: [Sound] = []
    private var span: Range<Duration>?
    private var count = 0

    /// How much later than its sound the last picture came; negative when earlier, nil as long as there is none to compare.
    public private(set) var skew: Duration?

    /// A check with these thresholds.
    public init(
        earlySound: Duration = .milliseconds(40), lateSound: Duration = .milliseconds(60),
        minimumLength: Duration = .milliseconds(200)
    ) {
        self.earlySound = earlySound
        self.lateSound = lateSound
        self.minimumLength = minimumLength
    }

    /// Looks at a picture.
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

    /// Listens to sound.
    public mutating func listen(to sound: PresentedAudioBuffer) -> [PresentationFinding] {
        if case .begins = soundCourse.step(to: sound) { sounds = [] }
        sounds.append(Sound(start: sound.mediaTime, clock: sound.clockTime))
        sounds.removeFirst(max(sounds.count - Self.limit, 0))
        return compare()
    }

    /// Says what was off until the end.
    public mutating func finish() -> [PresentationFinding] {
        pictureCourse.forget()
        soundCourse.stop()
        (pictures, sounds, skew) = ([], [], nil)
        return take()
    }

    /// The drift that goes on.
    public var ongoing: [PresentationFinding] {
        guard let span, count >= 3, span.length >= minimumLength else { return [] }
        return [PresentationFinding(.drift, start: span.lowerBound, end: span.upperBound)]
    }

    private mutating func take() -> [PresentationFinding] {
        defer { (span, count) = (nil, 0) }
        return ongoing
    }

    /// Compares the pictures whose sound has come, and that after it: both together tell how fast it is played.
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
