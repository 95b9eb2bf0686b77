internal import Playhead

/// Follows sound from one run of samples to the next.
struct SoundCourse: Sendable {
    enum Step {
        /// The first of a load, what a jump led to, or another format.
        case begins
        case goesOn
        /// Samples are missing since a media time, which nothing was heard for.
        case resumes(since: Duration)
    }

    /// Less than this between two runs is a rounding.
    private static let rounding: Duration = .milliseconds(1)

    private var course = Course()
    private var format: (rate: Int, channels: Int)?

    /// Where the last run ends; nil before the first.
    var end: Duration? { course.lastSpan?.upperBound }

    /// Backwards nothing is heard: each run of samples begins anew.
    mutating func step(to sound: PresentedAudioBuffer) -> Step {
        let end = end
        let step = course.step(
            to: sound.mediaTime..<sound.time(of: sound.frames), of: sound.load, at: sound.clockTime)
        let isOther = format.map { $0 != (sound.sampleRate, sound.channels) } ?? false
        format = (sound.sampleRate, sound.channels)
        guard step == .forwards, !isOther, let end else { return .begins }
        return sound.mediaTime > end + Self.rounding ? .resumes(since: end) : .goesOn
    }

    mutating func stop() {
        course.forget()
        format = nil
    }
}

extension PresentedAudioBuffer {
    /// The media time of an instant, counted from 0; to the nanosecond, as media times are.
    func time(of frame: Int) -> Duration {
        guard sampleRate > 0 else { return mediaTime }
        return mediaTime + .nanoseconds(Int64((Double(frame) * 1e9 / Double(sampleRate)).rounded()))
    }
}
