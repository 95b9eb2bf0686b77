import ArgumentParser
import Playhead
import PlayheadRemote

/// What the words of `playhead control` ask for.
enum ControlRequest: Equatable {
    /// Commands of mpv's JSON IPC, one after the other.
    case commands([[RemoteValue]])
    /// The queue.
    case list
    /// The bookmarks of the item.
    case bookmarks
    /// The state in a few values.
    case status
    /// Events and changes of properties, until the player ends.
    case events([String])

    /// Parses a command and its arguments. Commands that are not of this table are mpv's.
    init(_ words: [String]) throws {
        let arguments = Array(words.dropFirst())
        let name = words.first ?? ""
        switch (name, arguments.count) {
        case ("play", 0): self = .set("pause", false)
        case ("pause", 0): self = .set("pause", true)
        case ("toggle", 0): self = .one("cycle", "pause")
        case ("next", 0): self = .one("playlist-next")
        case ("previous", 0): self = .one("playlist-prev")
        case ("seek", 1): self = try .seek(arguments[0])
        case ("volume", 1): self = try .volume(arguments[0])
        case ("speed", 1): self = .set("speed", .number(try Self.number(arguments[0])))
        case ("mute", 0...1), ("fullscreen", 0...1): self = try .flag(name, arguments.first)
        case ("open", 1...): self = .load(arguments, first: "replace")
        case ("add", 1...) where Double(arguments.last ?? "") == nil:
            self = .load(arguments, first: "append-play")
        case ("list", 0): self = .list
        case ("status", 0): self = .status
        case ("bookmark-list", 0): self = .bookmarks
        case ("get", 1): self = .one("get_property", .string(arguments[0]))
        case ("show", 1...): self = .one("show-text", .string(arguments.joined(separator: " ")))
        case ("message", 1...):
            self = .commands([["script-message"] + arguments.map(RemoteValue.string)])
        case ("events", _): self = .events(arguments)
        case ("play", _), ("pause", _), ("toggle", _), ("next", _), ("previous", _), ("seek", 0),
            ("volume", _), ("speed", _), ("mute", _), ("fullscreen", _), ("open", _), ("list", _),
            ("status", _), ("bookmark-list", _), ("get", _), ("show", _), ("message", _):
            throw ValidationError("'\(name)' takes another number of arguments")
        default: self = .commands([words.map(RemoteValue.string)])
        }
    }

    private static func one(_ words: RemoteValue...) -> ControlRequest { .commands([words]) }

    private static func set(_ property: String, _ value: RemoteValue) -> ControlRequest {
        .one("set_property", .string(property), value)
    }

    private static func number(_ text: String) throws -> Double {
        guard let number = Double(text), number.isFinite else {
            throw ValidationError("'\(text)' is not a number")
        }
        return number
    }

    /// Whether a text is a distance, such as `+10` or `-5`.
    private static func isDistance(_ text: String) -> Bool { text.hasPrefix("+") || text.hasPrefix("-") }

    private static func seek(_ text: String) throws -> ControlRequest {
        if text.hasSuffix("%") {
            return .one("seek", .number(try number(String(text.dropLast()))), "absolute-percent")
        }
        guard let time = Seconds(argument: text.hasPrefix("+") ? String(text.dropFirst()) : text) else {
            throw ValidationError("'\(text)' is not a time: 90, 1:30, 50%, +10 or -10 are")
        }
        return .one(
            "seek", .number(time.duration.inSeconds), isDistance(text) ? "relative+exact" : "absolute+exact")
    }

    private static func volume(_ text: String) throws -> ControlRequest {
        let number = try number(text.hasSuffix("%") ? String(text.dropLast()) : text)
        return isDistance(text) ? .one("add", "volume", .number(number)) : .set("volume", .number(number))
    }

    private static func flag(_ property: String, _ value: String?) throws -> ControlRequest {
        switch value {
        case nil: .one("cycle", .string(property))
        case "yes": .set(property, true)
        case "no": .set(property, false)
        case let other?: throw ValidationError("'\(other)' must be yes or no")
        }
    }

    /// Adds paths, as the player may run in another folder: as URIs.
    private static func load(_ paths: [String], first: String) -> ControlRequest {
        .commands(
            paths.enumerated().map { index, path in
                [
                    "loadfile", .string(MediaItem(pathOrURI: path).uri),
                    .string(index == 0 ? first : "append-play"),
                ]
            })
    }
}
