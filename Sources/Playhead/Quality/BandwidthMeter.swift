/// Measures how fast a network is by what comes over it.
///
/// What comes at the same time counts together. The lesser of two medians counts, one of what came last and one of what came for longer: so
/// that less is believed at once, more when it has lasted, and a single burst not at all.
struct BandwidthMeter: Sendable, Equatable {
    private struct Sample: Sendable, Equatable {
        /// In bit/s.
        var rate: Double
        var bytes: Int
        var delay: Duration
        var weight: Duration
    }

    private var samples: [Sample] = []
    /// What is coming: how many answers, and what came since when, without what began it.
    private var running = 0
    private var since: Duration = .zero
    private var bytes = 0
    private var bytesAtOnce = 0
    private var delay: Duration = .zero

    /// What the network carries, in bit/s; nil before something has come.
    var rate: Double? {
        guard let short = median(over: Self.short), let long = median(over: Self.long) else { return nil }
        return min(short, long)
    }

    /// How many bytes were measured of late: a network may carry a little much faster than a lot.
    var measured: Int { samples.reduce(0) { $0 + $1.bytes } }

    /// How long it takes of late until a server begins an answer.
    var wait: Duration {
        let delays = samples.map(\.delay).sorted()
        return delays.isEmpty ? .zero : delays[delays.count / 2]
    }

    /// An answer begins after so long.
    mutating func begin(at now: Duration, after wait: Duration) {
        delay = wait
        if running == 0 { restart(at: now) }
        running += 1
    }

    /// So many bytes of answers have come.
    mutating func take(_ count: Int, at now: Duration) {
        if now > since { bytes += count } else { bytesAtOnce += count }
    }

    /// An answer has ended.
    mutating func end(at now: Duration) {
        running -= 1
        let elapsed = now - since
        // Of what comes at a blow nothing can be told but that it is fast.
        let counted = elapsed >= Self.measurable ? bytes : bytes + bytesAtOnce
        guard counted > 0, running == 0 || elapsed >= Self.measurable else { return }
        let rate = Double(counted) * 8 / (max(elapsed, Self.least) / .seconds(1))
        samples.append(
            Sample(rate: rate, bytes: counted, delay: delay, weight: max(elapsed, Self.leastWeight)))
        if samples.count > Self.most { samples.removeFirst() }
        restart(at: now)
    }

    private mutating func restart(at now: Duration) { (since, bytes, bytesAtOnce) = (now, 0, 0) }

    /// The rate that half of the last samples reach, by their weights.
    private func median(over length: Duration) -> Double? {
        var total: Duration = .zero
        var latest: [Sample] = []
        for sample in samples.reversed() where total < length {
            latest.append(sample)
            total += sample.weight
        }
        var rest = total / 2
        for sample in latest.sorted(by: { $0.rate < $1.rate }) {
            rest -= sample.weight
            if rest <= .zero { return sample.rate }
        }
        return nil
    }

    private static let short: Duration = .seconds(3)
    private static let long: Duration = .seconds(10)
    private static let most = 16
    private static let measurable: Duration = .milliseconds(50)
    private static let least: Duration = .milliseconds(20)
    private static let leastWeight: Duration = .seconds(1)
}
