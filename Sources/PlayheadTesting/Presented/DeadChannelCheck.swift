public import Playhead

/// Detects ranges in which one channel is silent while another one is not.
///
/// Silence is defined as in ``SilenceCheck``. A range begins with the first silent sample of the channel, or
/// where another channel becomes audible. It ends with the next audible sample of the channel, or with the
/// last one of the others. A jump and the end of the load also end it.
public struct DeadChannelCheck: PresentationCheck {
    /// The minimum duration of silence in the channel.
    public var minimumLength: Duration
    /// The maximum level of silence, in decibels relative to full scale.
    public var level: Double
    /// The minimum silence of all other channels that ends a range.
    public var pause: Duration
    /// The examined channels, counted from 0. nil means the first two, because other channels are often
    /// silent.
    public var channels: [Int]?

    private var course = SoundCourse()
    /// The range from the first to the last audible sample of any channel.
    private var sounding: Range<Duration>?
    /// The end of the last audible sample in each channel.
    private var lastHeard: [Duration] = []

    /// Makes a check with these thresholds.
    public init(
        minimumLength: Duration = .seconds(2), level: Double = -60, pause: Duration = .milliseconds(500),
        channels: [Int]? = nil
    ) {
        self.minimumLength = minimumLength
        self.level = level
        self.pause = pause
        self.channels = channels
    }

    /// Examines an audio buffer.
    public mutating func listen(to sound: PresentedAudioBuffer) -> [PresentationFinding] {
        var findings: [PresentationFinding] = []
        if case .begins = course.step(to: sound) { findings += stop() }
        guard sound.channels > 1 else { return findings }
        if lastHeard.count != sound.channels {
            lastHeard = Array(repeating: sound.mediaTime, count: sound.channels)
        }
        let limit = Amplitude.of(decibels: level)
        for frame in 0..<sound.frames {
            let time = sound.time(of: frame)
            for channel in 0..<sound.channels
            where abs(sound.samples[frame * sound.channels + channel]) >= limit {
                if let last = sounding, time - last.upperBound > pause { findings += stop() }
                if let last = sounding, time > lastHeard[channel], isLookedAt(channel) {
                    let until = last.lowerBound..<max(time, last.lowerBound)
                    findings += finding(of: channel, in: lastHeard[channel]..<time, until)
                }
                let end = sound.time(of: frame + 1)
                let beginning = sounding?.lowerBound ?? time
                // At less than normal speed with constant pitch, audio buffers overlap.
                sounding = beginning..<max(end, beginning)
                if lastHeard.isEmpty { lastHeard = Array(repeating: time, count: sound.channels) }
                lastHeard[channel] = end
            }
        }
        if let sounding, let end = course.end, end - sounding.upperBound > pause { findings += stop() }
        return findings
    }

    /// Ends the silent ranges at the end of the media.
    public mutating func finish() -> [PresentationFinding] {
        course.stop()
        return stop()
    }

    /// The current silent ranges.
    public var ongoing: [PresentationFinding] {
        guard let sounding else { return [] }
        return lastHeard.indices.filter(isLookedAt).flatMap { channel in
            finding(
                of: channel, in: lastHeard[channel]..<max(sounding.upperBound, lastHeard[channel]), sounding)
        }
    }

    private func isLookedAt(_ channel: Int) -> Bool { channels?.contains(channel) ?? (channel < 2) }

    private mutating func stop() -> [PresentationFinding] {
        defer { (sounding, lastHeard) = (nil, []) }
        return ongoing
    }

    private func finding(
        of channel: Int, in quiet: Range<Duration>, _ sounding: Range<Duration>
    ) -> [PresentationFinding] {
        let dead = quiet.clamped(to: sounding)
        guard dead.length >= minimumLength, !dead.isEmpty else { return [] }
        return [PresentationFinding(.deadChannel(channel), start: dead.lowerBound, end: dead.upperBound)]
    }
}
