extension PlayerMachine {
    /// The speeds that can be asked for, in either direction.
    static let speeds = 0.1...16.0

    /// Takes a speed; one that plays already is changed by a seek to where it stands.
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

    /// A seek to where playback stands, for what comes with a seek only.
    mutating func seekInPlace(at moment: Moment, effects: inout [Effect]) {
        // A seek that waits takes it along when it is sent.
        guard seeks.waiting == nil else { return }
        if isPrerolled, steps.isBusy {
            steps.isSeekOwed = true
            return
        }
        let target = seeks.inFlight?.target ?? timeline.position(at: moment)
        move(SeekRequest(target: target), at: moment, effects: &effects)
    }

    /// The speed that a seek which is sent now brings.
    var speedOfNextSeek: Double { mayChangeSpeed && !refusesSpeed ? speed : 1 }

    var mayChangeSpeed: Bool { isSeekable && !isLive }

    /// Playback goes on at normal speed, and says so.
    mutating func refuseSpeed() {
        refusesSpeed = true
        warn(PlayerWarning("This content cannot be played at speed \(speed); it is played at normal speed"))
    }

    /// What has no end yet cannot be played faster than it comes: where nothing is left of it, playback goes on at normal speed,
    /// and says so. A seek leads away from there, and is played as fast as was asked.
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

    /// The caller leads away from a live edge.
    mutating func leaveLiveEdge() {
        guard isAtLiveEdge else { return }
        isAtLiveEdge = false
        refusesSpeed = false
    }

    /// A seek was carried out, and with it a change of speed.
    mutating func take(speed newSpeed: Double, at moment: Moment) {
        effectiveSpeed = newSpeed
        timeline.setSpeed(newSpeed, at: moment)
    }
}
