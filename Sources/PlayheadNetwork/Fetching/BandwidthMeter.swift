internal import PlayheadCore

/// Tells how fast what is fetched comes, of the transfers of one load together: bytes over the time in which at least one of them was coming.
///
/// The wait for an answer does not count, nor does a transfer that the player holds up. What has come by the first piece of a transfer took
/// a time that nobody knows, and is left out.
struct BandwidthMeter: Sendable, Equatable {
    private enum Transfer: Sendable, Equatable {
        case coming
        /// The player has not taken yet what came last.
        case handedOn
        /// It was held up: what lies ready meanwhile comes faster than the network brings it.
        case catchingUp(until: Duration)
    }

    private var transfers: [Int: Transfer] = [:]
    /// Up to when time is counted.
    private var seen: Duration = .zero
    /// What is counted, once the player has taken what came last.
    private var untaken: Duration = .zero
    private var sample = TransferTotals()
    private var samples: [TransferTotals] = []
    /// What was told last, in bits per second.
    private(set) var told: Double?

    /// A piece of a transfer has come. Answers the bandwidth where that is to be told.
    mutating func arrived(_ bytes: Int, of transfer: Int, at now: Duration) -> Double? {
        switch transfers[transfer] {
        case .coming, .handedOn:
            pass(to: now)
            sample.bytes += bytes
            return sample.time >= Self.longest ? take() : nil
        case .catchingUp(let end) where now < end: return nil
        case .catchingUp, nil:
            pass(to: now)
            transfers[transfer] = .coming
            return nil
        }
    }

    /// What came last of a transfer is given to the player.
    mutating func handedOn(_ transfer: Int) {
        if transfers[transfer] == .coming { transfers[transfer] = .handedOn }
    }

    /// The player took it at once: the transfer was coming all the time.
    mutating func taken(_ transfer: Int, at now: Duration) {
        guard transfers[transfer] == .handedOn else { return }
        sample.time += untaken
        untaken = .zero
        transfers[transfer] = .coming
        pass(to: now)
    }

    /// The player did not take what came until now. Answers the bandwidth before that, where that is to be told.
    mutating func heldUp(_ transfer: Int, until now: Duration) -> Double? {
        guard transfers[transfer] != nil else { return nil }
        untaken = .zero
        transfers[transfer] = .catchingUp(until: now + Self.recovery)
        return isEnough ? take() : nil
    }

    /// Nothing more comes of a transfer. Answers the bandwidth where that is to be told.
    mutating func ended(_ transfer: Int) -> Double? {
        transfers[transfer] = nil
        return isEnough ? take() : nil
    }

    private mutating func pass(to now: Duration) {
        guard now > seen else { return }
        if transfers.values.contains(.coming) {
            sample.time += now - seen
        } else if transfers.values.contains(.handedOn) {
            untaken += now - seen
        }
        seen = now
    }

    private var isEnough: Bool { sample.time >= Self.shortest && sample.bytes >= Self.fewest }

    private mutating func take() -> Double? {
        samples.append(sample)
        sample = TransferTotals()
        while let first = samples.first, time - first.time >= Self.memory { samples.removeFirst() }
        let bits = Double(samples.reduce(0) { $0 + $1.bytes }) * 8
        let bandwidth = (bits / (time / .seconds(1))).rounded()
        if let told, abs(bandwidth - told) < told * Self.difference { return nil }
        told = bandwidth
        return bandwidth
    }

    private var time: Duration { samples.reduce(.zero) { $0 + $1.time } }

    /// How long is measured at once, while nothing ends.
    private static let longest: Duration = .seconds(1)
    /// What is less is measured with what comes next.
    private static let shortest: Duration = .milliseconds(20)
    private static let fewest = 16_384
    /// The mean is that of the last so long.
    private static let memory: Duration = .seconds(5)
    /// The share by which it has to differ from what was told last.
    private static let difference = 0.1
    private static let recovery: Duration = .seconds(1)
}
