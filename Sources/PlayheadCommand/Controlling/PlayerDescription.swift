import Playhead
import PlayheadRemote

/// The state of a player that runs, for people and for scripts.
struct PlayerDescription {
    private static let names = [
        "pause", "idle-active", "media-title", "path", "time-pos", "duration", "playlist-pos",
        "playlist-count", "volume", "mute", "speed", "chapter", "paused-for-cache",
    ]
    private let values: [String: RemoteValue]

    /// Reads the values with a closure that returns a property; nil while it is unavailable.
    init(_ read: (String) -> RemoteValue?) {
        var values: [String: RemoteValue] = [:]
        for name in Self.names { values[name] = read(name) ?? .null }
        self.values = values
    }

    /// An object with the properties; `null` for those that are unavailable.
    var json: String { RemoteValue.map(values).json }

    /// Two lines: the item, and its position.
    var text: String {
        guard values["idle-active"] != true else { return "Idle" }
        let state =
            values["pause"] == true ? "Paused" : values["paused-for-cache"] == true ? "Buffering" : "Playing"
        var parts = [state, "\(clock("time-pos")) / \(clock("duration"))"]
        if let index = values["playlist-pos"]?.whole, let count = values["playlist-count"]?.whole {
            parts.append("\(index + 1) of \(count)")
        }
        if let volume = values["volume"]?.double {
            parts.append(values["mute"] == true ? "muted" : "vol \(Int(volume.rounded()))%")
        }
        let title = values["media-title"]?.text ?? ""
        return title.printable + "\n" + parts.joined(separator: "  ")
    }

    private func clock(_ name: String) -> String {
        values[name]?.double.map { Duration.seconds($0).clock } ?? "--:--"
    }

    /// The queue, an entry on each line, the current one marked.
    static func list(_ queue: RemoteValue) -> String {
        guard case .list(let entries) = queue, !entries.isEmpty else { return "The queue is empty." }
        return entries.enumerated().map { index, entry in
            let name = (entry["title"] ?? entry["filename"])?.text ?? ""
            return "\(entry["current"] == true ? "*" : " ") \(index + 1)  \(name.printable)"
        }.joined(separator: "\n")
    }

    /// The bookmarks, one on each line with its index.
    static func bookmarks(_ list: RemoteValue) -> String {
        guard case .list(let entries) = list, !entries.isEmpty else { return "The item has no bookmarks." }
        return entries.enumerated().map { index, entry in
            let time = Duration.seconds(entry["time"]?.double ?? 0).clock
            let name = entry["title"]?.text.printable ?? ""
            return "\(index)  \(time)" + (name.isEmpty ? "" : "  " + name)
        }.joined(separator: "\n")
    }
}
