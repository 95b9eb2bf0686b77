internal import PlayheadCore

/// Measures the bandwidth of all media transfers of one load.
///
/// The bandwidth is the number of bytes divided by the time in which at least one transfer was receiving. The
/// wait for a response does not count, nor does a transfer that the player holds up. The first chunk of a
/// transfer is left out, because the time that it took is unknown.
struct BandwidthMeter: Sendable, Equatable {
    private enum Transfer: Sendable, Equatable {
        case coming
        /// The player has not taken the last chunk yet.
        case handedOn
        /// The transfer was held up. Data that waited in buffers arrives faster than the network delivers it.
        case catchingUp(until: Duration)
    }

    private var transfers: [Int: Transfer] = [:]
    /// The end of the time counted so far.
    private var seen: Duration = .zero
    /// The time to count once the player has taken the last chunk.
    private var untaken: Duration = .zero
    private var sample = TransferTotals()
    private var samples: [TransferTotals] = []
    /// The last reported bandwidth in bits per second.
    private(set) var told: Double?

    /// Counts a chunk of a transfer. Returns the bandwidth if it is to be reported.
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

    /// The last chunk of a transfer is handed to the player.
    mutating func handedOn(_ transfer: Int) {
        if transfers[transfer] == .coming { transfers[transfer] = .handedOn }
    }

    /// The player took the chunk immediately, so the transfer was receiving all the time.
    mutating func taken(_ transfer: Int, at now: Duration) {
        guard transfers[transfer] == .handedOn else { return }
        sample.time += untaken
        untaken = .zero
        transfers[transfer] = .coming
        pass(to: now)
    }

    /// The player did not take the last chunk until now. Returns the bandwidth before that, if it is to be
    /// reported.
    mutating func heldUp(_ transfer: Int, until now: Duration) -> Double? {
        guard transfers[transfer] != nil else { return nil }
        untaken = .zero
        transfers[transfer] = .catchingUp(until: now + Self.recovery)
        return isEnough ? take() : nil
    }

    /// A transfer has ended. Returns the bandwidth if it is to be reported.
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

    /// The maximum duration of a sample while no transfer ends.
    private static let longest: Duration = .seconds(1)
    /// A shorter or smaller sample is merged with the next one. The minimum size is in bytes.
    private static let shortest: Duration = .milliseconds(20)
    private static let fewest = 16_384
    /// The window of the mean.
    private static let memory: Duration = .seconds(5)
    /// The minimum relative change from the last reported bandwidth.
    private static let difference = 0.1
    private static let recovery: Duration = .seconds(1)
}
