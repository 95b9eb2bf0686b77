/// What is known of how far behind a live stream is wanted, and whether it is played faster to get there.
package struct CatchUp: Sendable, Equatable {
    /// How fast it may be played for that; nil where it is not to be.
    package var speed: Double?
    /// How far behind its newest part it was asked to be.
    package var offset: Duration?
    package var isActive = false
    /// Where the newest part ends, at the zero of the player's clock; with that clock it moves on.
    package var edge: Duration?
    /// How far behind it is wanted since it was sought in.
    package var sought: Duration?
    /// Nearer to the newest part than this, media did not come in time.
    package var floor: Duration?

    /// Where the newest part of a live stream ends at a moment: told in steps, it moves on all the time. What is heard of a part soonest after it
    /// was made is the nearest to the truth; a stream that slows down is followed.
    mutating func hear(of end: Duration, at now: Duration) {
        let heard = end - now
        edge = edge.map { max(heard, $0 - Self.leak) } ?? heard
    }

    /// Nothing is known of another load.
    mutating func forget() {
        (isActive, edge, sought, floor) = (false, nil, nil, nil)
    }

    private static let leak: Duration = .milliseconds(100)
    /// How far off it may be before that is made up for.
    static let tolerance: Duration = .milliseconds(500)
    /// How much has to be held ahead to begin, and to go on.
    static let supply: Duration = .seconds(2)
    static let leastSupply: Duration = .seconds(1)
}

extension PlayerMachine {
    /// How much farther behind the newest part of a live stream playback is than it is to be; nil where that is not known.
    private func excess(at moment: Moment) -> Duration? {
        offset(at: moment).map { $0 - wantedOffset }
    }

    private func offset(at moment: Moment) -> Duration? {
        catchUp.edge.map { $0 + moment.now - timeline.position(at: moment) }
    }

    private var wantedOffset: Duration {
        max(catchUp.sought ?? catchUp.offset ?? window?.holdBack ?? .zero, catchUp.floor ?? .zero)
    }

    /// The speed at which the pipeline's clock runs.
    var pace: Double { catchUp.isActive ? catchUp.speed ?? 1 : 1 }

    /// Begins to catch up, or ends it: a live stream that has fallen behind is played a little faster until it is where it is wanted.
    mutating func followPace(at moment: Moment) {
        guard catchUp.speed != nil else { return }
        noteShortage(at: moment)
        let isActive = mayCatchUp && isBehind(at: moment)
        guard isActive != catchUp.isActive else { return }
        catchUp.isActive = isActive
        take(speed: pace, at: moment)
    }

    /// Whoever asks for another speed, or plays nothing, does not catch up.
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

    /// Where media does not come in time, it is not gone any nearer.
    private mutating func noteShortage(at moment: Moment) {
        guard catchUp.isActive, let offset = offset(at: moment) else { return }
        let isShort = supply(at: moment).map { $0 < CatchUp.leastSupply } ?? false
        if isBufferLow || isStarved || isShort {
            catchUp.floor = max(offset, wantedOffset) + CatchUp.tolerance
        }
    }

    /// Where a caller has led to is where the stream is wanted from now on, unless that is its newest part.
    mutating func keepOffset(of request: SeekRequest, at moment: Moment) {
        guard isLive, request.isCallers, let offset = offset(at: moment) else { return }
        let isAtEdge = seekableRange.map { request.target >= $0.upperBound - CatchUp.tolerance } ?? true
        catchUp.sought = isAtEdge ? nil : offset
    }
}
