import Playhead
import PlayheadSystem

extension QueueChange {
    func addFields(to line: inout JSONObject) {
        line.add("reason", reason.rawValue)
        line.add("count", new.count)
        line.add("currentIndex", orNull: new.currentIndex)
        line.add("repeatMode", new.repeatMode.name)
        line.add("shuffleSeed", json: new.shuffleSeed.map { String($0) } ?? "null")
        line.add("uris", json: "[" + new.items.map(\.media.uri.jsonQuoted).joined(separator: ",") + "]")
    }
}

extension RepeatMode {
    /// The mode in the syntax of `--repeat`.
    fileprivate var name: String {
        switch self {
        case .off: "off"
        case .one: "one"
        case .all: "all"
        case .times(let number): String(number)
        }
    }
}
