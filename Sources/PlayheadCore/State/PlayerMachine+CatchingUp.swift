/// The target offset of a live stream, and the speed to reach it.
package struct CatchUp: Sendable, Equatable {
    /// The speed to catch up; nil if disabled.
    package var speed: Double?
    /// The configured distance to the live edge.
    package var offset: Duration?
    package var isActive = false
    /// The live edge at time zero of the player's clock; it moves with the clock.
    package var edge: Duration?
    /// The offset of the last seek.
    package var sought: Duration?
    /// The minimum offset: closer to the live edge, media did not come in time.
    package var floor: Duration?

    /// Updates the live edge. It is reported in steps but moves continuously, so the earliest report of a
    /// segment is the most accurate. A stream that slows down is followed.
    mutating func hear(of end: Duration, at now: Duration) {
        let heard = end - now
        edge = edge.map { max(heard, $0 - Self.leak) } ?? heard
    }

    /// Resets the values for another load.
    mutating func forget() {
        (isActive, edge, sought, floor) = (false, nil, nil, nil)
    }

    private static let leak: Duration = .milliseconds(100)
    /// The deviation from the target that is tolerated.
    static let tolerance: Duration = .milliseconds(500)
    /// The buffered media that is required to start catching up, and to continue.
    static let supply: Duration = .seconds(2)
    static let leastSupply: Duration = .seconds(1)
}

extension PlayerMachine {
    /// The distance beyond the target offset; nil if unknown.
    private func excess(at moment: Moment) -> Duration? {
        offset(at: moment).map { $0 - wantedOffset }
    }

    private func offset(at moment: Moment) -> Duration? {
        catchUp.edge.map { $0 + moment.now - timeline.position(at: moment) }
    }

    private var wantedOffset: Duration {
        max(catchUp.sought ?? catchUp.offset ?? window?.holdBack ?? .zero, catchUp.floor ?? .zero)
    }

    /// The speed of the pipeline's clock.
    var pace: Double { catchUp.isActive ? catchUp.speed ?? 1 : 1 }

    /// Starts or stops catching up: a live stream beyond its target offset plays slightly faster until it
    /// reaches it.
    mutating func followPace(at moment: Moment) {
        guard catchUp.speed != nil else { return }
        noteShortage(at: moment)
        let isActive = mayCatchUp && isBehind(at: moment)
        guard isActive != catchUp.isActive else { return }
        catchUp.isActive = isActive
        take(speed: pace, at: moment)
    }

    /// Whether playback is requested at normal speed.
    private var mayCatchUp: Bool {
        isLive && isOpened && speed == 1 && status == .started && state.isPlaying && isRunning
            && endReason == nil
    }

    private func isBehind(at moment: Moment) -> Bool {
        guard let excess = excess(at: moment) else { return false }
        if catchUp.isActive { return excess > .zero }
        return excess > CatchUp.tolerance && supply(at: moment).map { $0 >= CatchUp.supply } ?? true
    }

    private func supply(at moment: Moment) -> Duration? {
        bufferedPosition.map { $0 - timeline.position(at: moment) }
    }

    /// Raises the minimum offset if media does not come in time.
    private mutating func noteShortage(at moment: Moment) {
        guard catchUp.isActive, let offset = offset(at: moment) else { return }
        let isShort = supply(at: moment).map { $0 < CatchUp.leastSupply } ?? false
        if isBufferLow || isStarved || isShort {
            catchUp.floor = max(offset, wantedOffset) + CatchUp.tolerance
        }
    }

    /// Makes the offset of a caller's seek the new target, unless it is the live edge.
    mutating func keepOffset(of request: SeekRequest, at moment: Moment) {
        guard isLive, request.isCallers, let offset = offset(at: moment) else { return }
        let isAtEdge = seekableRange.map { request.target >= $0.upperBound - CatchUp.tolerance } ?? true
        catchUp.sought = isAtEdge ? nil : offset
    }
}
