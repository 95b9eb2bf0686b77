internal import Playhead

/// Determines whether an audio buffer continues the buffer before it.
struct SoundCourse: Sendable {
    enum Step {
        /// The first buffer of a load, the first after a jump, or a buffer of another format.
        case begins
        case goesOn
        /// Samples since a media time are missing.
        case resumes(since: Duration)
    }

    /// A smaller distance between two buffers is a rounding error.
    private static let rounding: Duration = .milliseconds(1)

    private var course = Course()
    private var format: (rate: Int, channels: Int)?

    /// The end of the last buffer; nil before the first one.
    var end: Duration? { course.lastSpan?.upperBound }

    /// Advances to a buffer. Reverse playback has no continuous audio, so each buffer begins anew.
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
    /// The media time of a sample, counted from 0, rounded to 1 ns like all media times.
    func time(of frame: Int) -> Duration {
        guard sampleRate > 0 else { return mediaTime }
        return mediaTime + .nanoseconds(Int64((Double(frame) * 1e9 / Double(sampleRate)).rounded()))
    }
}
