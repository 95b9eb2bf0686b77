internal import Playhead
internal import PlayheadRemote
internal import PlayheadSystem

/// The state as JSON by parts, each with the version at which it last changed.
///
/// A client keeps only the version it has seen. A slow client thus gets the newest values, and nothing waits for it.
struct StateBoard {
    private var texts: [String: String] = [:]
    private var changed: [String: Int] = [:]
    private(set) var version = 0
    private var state: RemoteState?
    private var statisticsRead: Duration?

    /// The names of all parts, in alphabetical order.
    static let names = (StatePart.all.map(\.name) + [statistics, offers, playerVersion]).sorted()
    static let statistics = "statistics"
    static let offers = "offers"
    static let playerVersion = "version"

    /// Makes a board with what does not change.
    init(offers: RemoteValue) {
        version = 1
        set(Self.offers, offers)
        set(Self.playerVersion, .string(Player.version))
        set(Self.statistics, .null)
    }

    /// Takes a new state. Statistics are read at most once per second.
    mutating func take(_ control: RemoteControl, at now: Duration) {
        let new = control.state
        version += 1
        for part in StatePart.all {
            if let state, part.isSame(state, new) { continue }
            set(part.name, part.value(new))
        }
        state = new
        if statisticsRead.map({ now - $0 >= .seconds(1) }) ?? true {
            statisticsRead = now
            set(Self.statistics, control.player.metrics?.value ?? .null)
        }
    }

    private mutating func set(_ name: String, _ value: RemoteValue) {
        let text = value.json(\.jsonNumber)
        guard texts[name] != text else { return }
        texts[name] = text
        changed[name] = version
    }

    /// The parts that changed after a version, as a JSON object; nil without changes. All come after version 0.
    func changes(after version: Int) -> String? {
        let fields = Self.names.filter { changed[$0, default: 0] > version }
        guard !fields.isEmpty else { return nil }
        return "{" + fields.map { "\"\($0)\":\(texts[$0] ?? "null")" }.joined(separator: ",") + "}"
    }

    /// A part as JSON.
    func text(of name: String) -> String { texts[name] ?? "null" }
}
