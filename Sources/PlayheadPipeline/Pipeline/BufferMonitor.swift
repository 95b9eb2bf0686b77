internal import PlayheadCore

/// The buffer level of a load, and the level that was reported.
struct BufferMonitor {
    /// The level that was reported last, in percent; nil when none was.
    var told: Int? {
        didSet {
            switch told ?? 100 {
            case ..<10: stopsPlayback = true
            case 100...: stopsPlayback = false
            default: break
            }
        }
    }
    /// Whether playback is stopped because of the level that was reported, or is about to be.
    private(set) var stopsPlayback = false
    /// The level that is reported if a virtual clock moves before the buffer is full.
    var untold: PlayerTimer?
    /// Whether playback has stopped for the buffer since it began here. The level at which it resumes is
    /// higher then.
    var hasRunLow = false
    /// The end of the buffered media when it last changed, and since when it has been so.
    var supply: (end: Duration, since: Duration)?
    /// The next check whether nothing has arrived for a while.
    var lookout: PlayerTimer?
    /// Whether enough is buffered, and an output waits for more than has arrived before playback can resume.
    var awaitsOutputs = false
    /// The end of the buffered media that was reported last.
    var reportedEnd: Duration?
    /// The intervals of segments that will not arrive, 64 at most.
    private(set) var lostIntervals: [Range<Duration>] = []
    /// Whether the outputs have nothing to present, as was reported.
    private(set) var isStarved = false
    private var supplyWhenStarved = Supply()

    /// The position, and the end of the media that playback waits for.
    private struct Supply: Equatable {
        var passed = 0
        var end: Duration = .zero
    }

    /// Whether less is buffered than playback needs, as was reported.
    var isLow: Bool { (told ?? 100) < 100 }

    /// Forgets the reported level, which is no longer true.
    mutating func forgetLevel() {
        untold?.cancel()
        lookout?.cancel()
        (untold, lookout, told, supply, hasRunLow, awaitsOutputs) = (nil, nil, nil, nil, false, false)
    }

    /// Playback continues at another position.
    mutating func beginAnew() {
        forgetLevel()
        (reportedEnd, lostIntervals, isStarved) = (nil, [], false)
    }

    // MARK: Gaps

    /// A segment will not arrive.
    mutating func lose(_ interval: Range<Duration>) {
        // More than 64 segments are never loaded ahead.
        if lostIntervals.count == 64 { lostIntervals.removeFirst() }
        lostIntervals.append(interval)
    }

    /// The end of the gap behind buffered media, if its segments are known to be lost. `end` if there is no
    /// gap.
    func endOfGap(behind end: Duration) -> Duration {
        var end = end
        for gap in lostIntervals.sorted(by: { $0.lowerBound < $1.lowerBound })
        where gap.lowerBound <= end + Self.endTolerance && end < gap.upperBound {
            end = gap.upperBound
        }
        return end
    }

    /// How much earlier than the duration the last media may end.
    static let endTolerance: Duration = .milliseconds(250)

    // MARK: Starvation

    /// How far the clock may run ahead of the media before playback counts as starved.
    static let patience: Duration = .milliseconds(500)

    /// Whether the outputs are starved at a position of the clock; nil if nothing has changed. The media
    /// that has passed the outputs shows it; bus messages about buffering are not used. Only media, or a known
    /// gap, ends the starvation: the position of an output falls back behind the clock that found it starved.
    mutating func starvation(
        at position: Duration, speed: Double, presented end: Duration, passed: Int
    ) -> Bool? {
        let supply = Supply(passed: passed, end: endOfGap(behind: end))
        let starves = speed > 0 && supply.end + Self.patience < position
        guard starves != isStarved, starves || supply != supplyWhenStarved else { return nil }
        supplyWhenStarved = supply
        isStarved = starves
        return starves
    }

    /// Playback is paused: starvation is checked anew when it resumes. Returns whether it was starved.
    mutating func endStarvation() -> Bool {
        defer { isStarved = false }
        return isStarved
    }
}
