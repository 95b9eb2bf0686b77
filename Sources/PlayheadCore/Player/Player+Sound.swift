internal import DequeModule

extension Player {
    /// The effects on the sound. Settable at any time; kept across items.
    public var audioEffects: AudioEffects {
        get { snapshot.audioEffects }
        set { perform(.command(.setAudioEffects(newValue))) }
    }

    /// The time by which sound is heard after its picture; negative for earlier, -10 s to 10 s. Other values are
    /// clamped. Settable at any time; kept across items.
    ///
    /// A change is heard at once: as silence, or as sound that is left out.
    public var audioDelay: Duration {
        get { snapshot.audioDelay }
        set { perform(.command(.setAudioDelay(newValue))) }
    }

    /// Sets ``volume``, and lets what is heard follow in a straight line within a duration.
    ///
    /// It returns at once, and ``volume`` is the new one. Another change of the volume ends the fade.
    public func fade(to volume: Double, over duration: Duration) {
        perform(.command(.setVolume(volume, over: duration)))
    }

    /// The levels of the sound that the device plays, until the player is closed or the sequence is released.
    ///
    /// The sequence begins with this call. It is for one consumer; each call makes a sequence of its own. Levels
    /// are told when the device takes the sound, about 100 ms before it is heard. Nothing is told without sound:
    /// in a pause, and without a device. If more than 64 wait for the consumer, the oldest are dropped.
    ///
    /// - Parameter interval: the span of sound that each element measures, at least 50 ms.
    public func audioLevels(every interval: Duration = .milliseconds(100)) -> some AsyncSequence<
        AudioLevels, Never
    >
        & Sendable
    {
        let feed = Feed<AudioLevels> { element, waiting in
            waiting.append(element)
            if waiting.count > 64 { _ = waiting.popFirst() }
        }
        let attachment = Attachment(
            detach: configuration.taps.levels.add(every: interval) { feed.append($0) })
        return sequence(of: feed, attachment)
    }
}
