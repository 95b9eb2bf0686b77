extension PlayerMachine {
    /// The valid speeds in either direction.
    static let speeds = 0.1...16.0

    /// Sets the speed; while playing, by a seek to the current position.
    mutating func setSpeed(_ value: Double, at moment: Moment, effects: inout [Effect]) {
        guard value.isFinite, value != 0 else { return }
        let magnitude = min(max(value.magnitude, Self.speeds.lowerBound), Self.speeds.upperBound)
        let wanted = value < 0 ? -magnitude : magnitude
        guard wanted != speed else { return }
        speed = wanted
        refusesSpeed = false
        isAtLiveEdge = false
        guard hasPipeline else { return }
        if isPrerolled {
            if !mayChangeSpeed { return refuseSpeed() }
            if status == .ended { return }
        }
        seekInPlace(at: moment, effects: &effects)
    }

    /// Seeks to the current position, for changes that need a seek.
    mutating func seekInPlace(at moment: Moment, effects: inout [Effect]) {
        // A waiting seek applies them when it is sent.
        guard seeks.waiting == nil else { return }
        if isPrerolled, steps.isBusy {
            steps.isSeekOwed = true
            return
        }
        let target = seeks.inFlight?.target ?? timeline.position(at: moment)
        move(SeekRequest(target: target), at: moment, effects: &effects)
    }

    /// The speed that the next seek applies.
    var speedOfNextSeek: Double { mayChangeSpeed && !refusesSpeed ? speed : 1 }

    var mayChangeSpeed: Bool { isSeekable && !isLive }

    /// Returns to normal speed with a warning.
    mutating func refuseSpeed() {
        refusesSpeed = true
        warn(PlayerWarning("This content cannot be played at speed \(speed); it is played at normal speed"))
    }

    /// Returns to normal speed with a warning at the live edge: a stream without an end cannot play faster
    /// than it arrives. A later seek away from the edge restores the requested speed.
    mutating func meetLiveEdge(at moment: Moment, effects: inout [Effect]) {
        guard duration == nil, !outlastsLength, status == .started, isStarved || isBufferLow,
            effectiveSpeed > 1, !catchUp.isActive, !seeks.isBusy, !steps.isBusy
        else { return }
        refusesSpeed = true
        isAtLiveEdge = true
        warn(
            PlayerWarning(
                "Nothing is left to be played at speed \(speed): the live edge is played at normal speed"))
        move(SeekRequest(target: timeline.position(at: moment)), at: moment, effects: &effects)
    }

    /// A seek leads away from the live edge.
    mutating func leaveLiveEdge() {
        guard isAtLiveEdge else { return }
        isAtLiveEdge = false
        refusesSpeed = false
    }

    /// A seek has completed, and with it a change of speed.
    mutating func take(speed newSpeed: Double, at moment: Moment) {
        effectiveSpeed = newSpeed
        timeline.setSpeed(newSpeed, at: moment)
    }
}
