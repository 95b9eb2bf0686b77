public import Playhead

/// Finds stretches in which a channel is silent while another one is not.
///
/// What is silent is as for ``SilenceCheck``. A stretch begins with the first silent sample of the channel, or where another one begins to
/// sound, and ends with the next sample of it, with the last one of the others, where playback jumps, and with the load.
public struct DeadChannelCheck: PresentationCheck {
    /// How long the channel has to be silent.
    public var minimumLength: Duration
    /// The level that a silent channel is below, in decibels relative to full scale.
    public var level: Double
    /// How long no other channel has to sound for it to be silent too.
    public var pause: Duration
    /// Which channels are looked at, counted from 0; nil for the first two, because the others are often meant to be silent.
    public var channels: [Int]?

    private var course = SoundCourse()
    /// Since when anything sounds, and where the last sample of it ends.
    private var sounding: Range<Duration>?
    /// Where the last sample of each channel ended that was not silent.
    private var lastHeard: [Duration] = []

    /// A check with these thresholds.
    public init(
        minimumLength: Duration = .seconds(2), level: Double = -60, pause: Duration = .milliseconds(500),
        channels: [Int]? = nil
    ) {
        self.minimumLength = minimumLength
        self.level = level
        self.pause = pause
        self.channels = channels
    }

    /// Listens to sound.
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
                // Where the pitch is kept at less than normal speed, runs of samples overlap.
                sounding = beginning..<max(end, beginning)
                if lastHeard.isEmpty { lastHeard = Array(repeating: time, count: sound.channels) }
                lastHeard[channel] = end
            }
        }
        if let sounding, let end = course.end, end - sounding.upperBound > pause { findings += stop() }
        return findings
    }

    /// Says what was dead until the end.
    public mutating func finish() -> [PresentationFinding] {
        course.stop()
        return stop()
    }

    /// The channels that are silent still.
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
