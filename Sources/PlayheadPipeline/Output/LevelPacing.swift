internal import Dispatch
internal import PlayheadCore

/// Tells levels at the pace at which their sound is heard. A device takes the sound of several spans at once, about
/// 100 ms before it is heard; the levels follow a change of the sound about as much later.
struct LevelPacing: Sendable {
    private struct Entry: Sendable {
        var spectrum: [Double]
        var due: DispatchTime
    }

    /// Levels that wait longer do not belong to what is heard.
    private static let most: DispatchTimeInterval = .seconds(2)
    /// Without levels for this long, no sound is heard.
    private static let end: DispatchTimeInterval = .milliseconds(200)

    private var waiting: [Entry] = []
    private var lastDue: DispatchTime?

    /// Whether no levels wait.
    var isEmpty: Bool { waiting.isEmpty }

    mutating func add(_ levels: AudioLevels, at now: DispatchTime) {
        let next = lastDue.map { $0 + .nanoseconds(Int(levels.duration.inNanoseconds)) }
        let due = max(next ?? now, now)
        guard due < now + Self.most else {
            self = LevelPacing()
            return add(levels, at: now)
        }
        waiting.append(Entry(spectrum: levels.spectrum, due: due))
        lastDue = due
    }

    /// The levels that are due last; nil if none are due.
    mutating func take(at now: DispatchTime) -> [Double]? {
        let count = waiting.prefix { $0.due <= now }.count
        guard count > 0 else { return nil }
        defer { waiting.removeFirst(count) }
        return waiting[count - 1].spectrum
    }

    /// Whether the last levels are long over.
    func hasEnded(at now: DispatchTime) -> Bool {
        waiting.isEmpty && lastDue.map { $0 + Self.end < now } ?? true
    }
}
