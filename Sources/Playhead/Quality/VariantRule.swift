/// Chooses the variant that is fetched next.
///
/// Up only when the network has carried the better variant with a margin for a while and the buffer is well filled; down when it does not
/// carry the present one and the buffer does not outlast that. Soon after a change there is no other one, but where playback would stand still. A
/// variant that had to be left is not taken again for a while, each time for longer.
struct VariantRule: Sendable {
    /// A variant that may be played.
    struct Option: Sendable, Equatable {
        /// Its place in the multivariant playlist.
        var index: Int
        /// What it needs, in bit/s.
        var bitrate: Int
    }

    /// What is known when a part has come.
    struct Situation: Sendable, Equatable {
        var now: Duration
        /// The variant whose part has come.
        var current: Int
        /// What the network carries, in bit/s.
        var rate: Double
        /// How many bytes that is known by.
        var measured: Int
        /// How long an answer takes to begin.
        var delay: Duration
        /// How long the part lasts.
        var part: Duration
        /// How long playback could go on with what is held, and how much can be held at most.
        var ahead: Duration
        var room: Duration
        var speed: Double
    }

    private var lastChange: Duration?
    private var wentUp = false
    /// Since when there is a better variant that the network carries.
    private var promisingSince: Duration?
    /// Until when a variant that was left is not taken again, and how often it was left.
    private var barred: [Int: (until: Duration, times: Int)] = [:]

    /// The variant that is to be fetched from now on, by its place in the playlist.
    mutating func choice(among options: [Option], in situation: Situation) -> Int {
        guard let current = options.first(where: { $0.index == situation.current }) else {
            return situation.current
        }
        let carried = situation.carried
        if Double(current.bitrate) > carried * Self.enough {
            promisingSince = nil
            let target = Self.best(of: options, within: carried * Self.comfortable)
            guard let target, target.bitrate < current.bitrate, mustGoDown(in: situation) else {
                return current.index
            }
            let times = (barred[current.index]?.times ?? 0) + 1
            barred[current.index] = (situation.now + Self.bar * min(times, Self.mostBars), times)
            wentUp = false
            return change(to: target, at: situation.now)
        }
        let better = options.filter {
            $0.bitrate > current.bitrate && Double($0.bitrate) <= carried * Self.comfortable
                && Double($0.bitrate) * (situation.part / .seconds(1)) <= situation.believed
                && (barred[$0.index]?.until ?? situation.now) <= situation.now
        }
        guard !better.isEmpty else {
            promisingSince = nil
            return current.index
        }
        let since = promisingSince ?? situation.now
        promisingSince = since
        let target = better.sorted { $0.bitrate > $1.bitrate }
            .first { isDue($0, promisingFor: situation.now - since, in: situation) }
        guard let target else { return current.index }
        wentUp = true
        return change(to: target, at: situation.now)
    }

    private mutating func change(to target: Option, at now: Duration) -> Int {
        lastChange = now
        promisingSince = nil
        return target.index
    }

    private func mustGoDown(in situation: Situation) -> Bool {
        if situation.ahead <= min(Self.starving, situation.room * 0.3) { return true }
        let isRecent = lastChange.map { situation.now - $0 < Self.rest } ?? false
        return !isRecent && situation.ahead < min(Self.outlasting, situation.room * 0.7)
    }

    /// What takes but a small part of the network needs neither patience nor a buffer.
    private func isDue(_ option: Option, promisingFor time: Duration, in situation: Situation) -> Bool {
        let share = Double(option.bitrate) / max(situation.carried, 1)
        let filled = min(Self.filled, situation.room * 0.6) * (share / Self.comfortable)
        guard situation.ahead >= filled else { return false }
        let isSmall = share <= Self.small
        if let lastChange, situation.now - lastChange < Self.rest, !(isSmall && wentUp) { return false }
        return isSmall || time >= Self.patience
    }

    private static func best(of options: [Option], within rate: Double) -> Option? {
        options.filter { Double($0.bitrate) <= rate }.max { $0.bitrate < $1.bitrate }
            ?? options.min { $0.bitrate < $1.bitrate }
    }

    /// Shares of what the network carries: up to which the present variant is kept, up to which one is taken, and what is but a small part.
    private static let enough = 0.9
    private static let comfortable = 0.7
    private static let small = 0.35
    private static let rest: Duration = .seconds(8)
    private static let patience: Duration = .seconds(4)
    private static let filled: Duration = .seconds(10)
    private static let outlasting: Duration = .seconds(20)
    private static let starving: Duration = .seconds(4)
    private static let bar: Duration = .seconds(20)
    private static let mostBars = 6
}

extension VariantRule.Situation {
    /// How many bits a part may have so that the network can be believed to carry it as fast as others.
    fileprivate var believed: Double { Double(measured) * 8 * 4 }

    /// What is left of the network's rate for parts that begin late, at this speed.
    var carried: Double {
        let late = part > .zero ? delay * speed / part : 0
        return rate * max(0.1, 1 - late) / max(speed, 0.1)
    }
}
