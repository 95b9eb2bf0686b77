/// Subscribed media times: multiples of intervals, and single times.
package struct TimeSubscriptions: Sendable, Equatable {
    /// The minimum interval; shorter ones, also zero and negative ones, are raised to it.
    package static let shortestInterval: Duration = .milliseconds(1)
    /// The maximum interval, 292 years, GStreamer's limit; longer ones are lowered to it.
    private static let end: Duration = .nanoseconds(Int64.max)

    // In ascending order without duplicates.
    private(set) var intervals: [Duration] = []
    private(set) var singles: [Duration] = []

    package init() {}

    /// Subscriptions from their values, in ascending order without duplicates.
    init(intervals: [Duration], singles: [Duration]) {
        self.intervals = intervals
        self.singles = singles
    }

    /// The multiples of an interval.
    package init(every interval: Duration) {
        intervals = [min(max(interval, Self.shortestInterval), Self.end)]
    }

    /// Single times in any order; times outside every medium are dropped.
    package init(at times: [Duration]) {
        singles = Set(times.filter { $0 >= .zero && $0 <= Self.end }).sorted()
    }

    package var isEmpty: Bool { intervals.isEmpty && singles.isEmpty }

    package mutating func formUnion(_ other: TimeSubscriptions) {
        if !other.intervals.isEmpty { intervals = Set(intervals + other.intervals).sorted() }
        if singles.isEmpty {
            singles = other.singles
        } else if !other.singles.isEmpty {
            singles = Set(singles + other.singles).sorted()
        }
    }

    /// The next time after a position in the direction of play.
    package func next(after position: Duration, backwards: Bool = false) -> Duration? {
        var candidates: [Duration] = []
        for interval in intervals {
            let rank = interval.multiples(before: position, orAt: !backwards) - (backwards ? 1 : 0)
            if rank >= 0 { candidates.append(interval * rank) }
        }
        let rank = singles.count(before: position, orAt: !backwards) - (backwards ? 1 : 0)
        if singles.indices.contains(rank) { candidates.append(singles[rank]) }
        return backwards ? candidates.max() : candidates.min()
    }

    /// The last times in an interval of playback, in the order of play, up to a limit.
    package func times(on stretch: Stretch, limit: Int) -> [Duration] {
        let isBackwards = stretch.isBackwards
        let (low, high) = (min(stretch.from, stretch.through), max(stretch.from, stretch.through))
        var times: Set<Duration> = []
        for interval in intervals {
            let first = interval.multiples(before: low, orAt: !isBackwards)
            let ranks = first..<interval.multiples(before: high, orAt: !isBackwards)
            times.formUnion(ranks.last(limit, backwards: isBackwards).map { interval * $0 })
        }
        let first = singles.count(before: low, orAt: !isBackwards)
        let ranks = first..<singles.count(before: high, orAt: !isBackwards)
        times.formUnion(ranks.last(limit, backwards: isBackwards).map { singles[$0] })
        return times.sorted(by: isBackwards ? (>) : (<)).suffix(limit)
    }
}

extension Duration {
    /// The number of multiples of this interval before a position, zero included.
    fileprivate func multiples(before position: Duration, orAt isIncluded: Bool) -> Int {
        let (count, rest) = max(position, .zero).attoseconds.quotientAndRemainder(dividingBy: attoseconds)
        return Int(clamping: count) + (rest > 0 || isIncluded ? 1 : 0)
    }
}

extension [Duration] {
    /// The number of elements of a sorted array before a position.
    fileprivate func count(before position: Duration, orAt isIncluded: Bool) -> Int {
        var range = indices
        while let middle = range.isEmpty ? nil : range.lowerBound + range.count / 2 {
            let comesBefore = isIncluded ? self[middle] <= position : self[middle] < position
            range = comesBefore ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }
}

extension Range<Int> {
    /// The last elements in the order of play, up to a limit.
    fileprivate func last(_ limit: Int, backwards: Bool) -> Range<Int> {
        backwards ? prefix(limit) : suffix(limit)
    }
}
