/// A command of a caller, as a value.
package enum Command: Sendable, Equatable {
    /// Opens an item in place of the current one, which is ended with ``end(_:)`` first.
    case load(MediaItem, autoplay: Bool)
    /// Ends the current item early, before the command that removes it.
    case end(EndReason)
    /// Edits the queue.
    case edit(QueueEdit)
    /// Moves to another place in the queue.
    case go(QueueTarget)
    /// Advances the queue, if that is due, before any other input.
    case proceed
    case play
    case pause
    case toggle
    /// Ends the current playback, before ``stop``.
    case interrupt
    case stop
    case reset
    case retry
    case close
    case seek(SeekRequest)
    case setMuted(Bool)
    /// Sets the volume, within a time.
    case setVolume(Double, over: Duration = .zero)
    /// Sets the effects on the sound.
    case setAudioEffects(AudioEffects)
    case setSpeed(Double)
    case skip(id: Int?, by: Duration)
    case seekToLive(id: Int?)
    /// Pauses, and steps by frames: forwards if positive.
    case step(id: Int?, by: Int)
    /// Queries the position of the pipeline; the id identifies the waiting caller.
    case refresh(id: Int)
    case setAspectMode(AspectMode)
    case setAudioDevice(AudioOutputDevice.ID?)
    /// Reports the audio device that plays, and the one that is lost.
    case noteAudioDevice(
        active: AudioOutputDevice.ID?, lost: AudioOutputDevice.ID?, format: AudioOutputFormat? = nil)
    case select(Track.Kind, TrackSelectionParameters.Choice)
    case setTrackPreferences(TrackPreferences)
    case setSubtitleDelay(Duration)
    case setAudioDelay(Duration)
    /// Reports a problem outside the pipeline.
    case warn(PlayerWarning)
    /// Whether there are listeners for positions.
    case watch(Bool)
    /// The subscribed media times.
    case watchTimes(TimeSubscriptions)
}

/// A requested seek. The id identifies the waiting caller; the player's own seeks have none.
package struct SeekRequest: Sendable, Equatable {
    /// The caller that waits for the result.
    package var id: Int?
    /// Whether the caller waits for no result; nil for false, as in older recordings.
    package var isUnanswered: Bool?
    package var target: Duration
    package var tolerance: SeekTolerance
    /// The speed after the seek.
    package var speed: Double
    /// The number of the seek within its load; assigned when it is sent.
    package var serial: Int

    package init(
        id: Int? = nil, target: Duration, tolerance: SeekTolerance = .exact, speed: Double = 1,
        serial: Int = 0
    ) {
        self.id = id
        self.serial = serial
        self.target = target
        self.tolerance = tolerance
        self.speed = speed
    }

    /// Whether a caller, not the player itself, requested it.
    var isCallers: Bool { id != nil || isUnanswered == true }
}
