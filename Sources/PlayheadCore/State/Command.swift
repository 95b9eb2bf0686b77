/// What a caller asks of a player, as a value.
package enum Command: Sendable, Equatable {
    /// Opens an item in place of the current one; a current one is ended with ``end(_:)`` first.
    case load(MediaItem, autoplay: Bool)
    /// Ends the current item early, before the command that takes it away.
    case end(EndReason)
    /// Changes the queue.
    case edit(QueueEdit)
    /// Goes elsewhere in the queue.
    case go(QueueTarget)
    /// Does what is due before anything else: the queue goes on.
    case proceed
    case play
    case pause
    case toggle
    /// Ends what is being played, before ``stop``.
    case interrupt
    case stop
    case reset
    case retry
    case close
    case seek(SeekRequest)
    case setMuted(Bool)
    case setVolume(Double)
    case setSpeed(Double)
    case skip(id: Int?, by: Duration)
    case seekToLive(id: Int?)
    /// Pauses, and moves by frames: forwards when positive.
    case step(id: Int?, by: Int)
    /// Asks the pipeline for the truth; the id names the caller that waits for it.
    case refresh(id: Int)
    case setAspectMode(AspectMode)
    case select(Track.Kind, TrackSelectionParameters.Choice)
    case setTrackPreferences(TrackPreferences)
    case setSubtitleDelay(Duration)
    /// Something beside the pipeline is not as it should be.
    case warn(PlayerWarning)
    /// Whether anybody listens to positions.
    case watch(Bool)
    /// The media times that somebody waits for.
    case watchTimes(TimeSubscriptions)
}

/// One wish to be elsewhere. The id names the caller that waits for the answer; the player's own seeks have none.
package struct SeekRequest: Sendable, Equatable {
    /// The caller who waits for the answer.
    package var id: Int?
    /// Whether a caller asks who waits for none; nil for false, as in recordings from before.
    package var isUnanswered: Bool?
    package var target: Duration
    package var tolerance: SeekTolerance
    /// The speed from there on.
    package var speed: Double
    /// Tells the seeks of a load apart; counted by the player when one is sent.
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

    /// Whether a caller asks, and not the player itself.
    var isCallers: Bool { id != nil || isUnanswered == true }
}
