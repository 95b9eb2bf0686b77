internal import Playhead
internal import PlayheadServer

extension Action {
    /// The first words of all steps.
    package static let verbs = [
        "play", "pause", "stop", "retry", "seek", "step", "speed", "volume", "mute", "unmute", "load",
        "select", "wait", "expect",
    ]

    /// Parses a step without surrounding white space.
    init(_ text: String) throws(WordingError) {
        let (verb, rest) = text.firstWord
        switch verb {
        case "play": self = try Self.plain(.play, rest)
        case "pause": self = try Self.plain(.pause, rest)
        case "stop": self = try Self.plain(.stop, rest)
        case "retry": self = try Self.plain(.retry, rest)
        case "mute": self = try Self.plain(.mute(true), rest)
        case "unmute": self = try Self.plain(.mute(false), rest)
        case "seek": self = try Self.seek(rest)
        case "step": self = .frames(try Self.frames(rest))
        case "speed": self = .speed(try Self.speed(rest))
        case "volume": self = .volume(try Self.volume(rest))
        case "load":
            if rest.isEmpty { throw WordingError("load what? Name a path or an address") }
            self = .load(rest.unquoted)
        case "wait": self = .wait(try WaitCondition(rest))
        case "expect": self = .expect(try Scenario.Expectation(rest))
        case "select": self = try Self.select(rest)
        default: throw .unknown(verb.isEmpty ? text : verb, known: Self.verbs)
        }
    }

    private static func plain(_ action: Action, _ rest: String) throws(WordingError) -> Action {
        if !rest.isEmpty { throw WordingError("nothing can follow here: `\(rest)`") }
        return action
    }

    private static func select(_ rest: String) throws(WordingError) -> Action {
        let (word, name) = rest.firstWord
        guard let kind = Track.Kind(rawValue: word), let name = TrackName(name.trimmingSpaces),
            kind == .subtitles || name != .none
        else { throw .expected("`select audio 2`, `select audio de` or `select subtitles none`", not: rest) }
        return .select(kind, name)
    }

    private static let tolerances: [String: SeekTolerance] = [
        "exact": .exact, "before": .before, "after": .after, "near": .near,
    ]

    private static func seek(_ rest: String) throws(WordingError) -> Action {
        let (word, place) = rest.firstWord
        switch word {
        case "by": return .skip(by: try signedTime(place))
        case "to":
            guard let space = place.lastIndex(of: " "),
                let tolerance = tolerances[place[place.index(after: space)...].trimmingSpaces]
            else { return .seek(to: try time(place), .exact) }
            return .seek(to: try time(place[..<space].trimmingSpaces), tolerance)
        default: throw .expected("`seek to 3 s` or `seek by -3 s`", not: rest)
        }
    }

    static func time(_ text: String) throws(WordingError) -> Duration {
        guard let span = Span(text: text) else { throw .expected(Span.form, not: text) }
        return span.duration
    }

    private static func signedTime(_ text: String) throws(WordingError) -> Duration {
        guard text.hasPrefix("-") else { return try time(text) }
        let distance = try time(String(text.dropFirst()))
        return .zero - distance
    }

    private static func frames(_ text: String) throws(WordingError) -> Int {
        guard let count = Int(text), count != 0 else {
            throw .expected("a number of frames such as 1 or -1", not: text)
        }
        return count
    }

    private static func speed(_ text: String) throws(WordingError) -> Double {
        guard let speed = Double(decimal: text), (0.1...16).contains(abs(speed)) else {
            throw .expected("a speed from 0.1 to 16, backwards with a minus", not: text)
        }
        return speed
    }

    private static func volume(_ text: String) throws(WordingError) -> Double {
        guard let volume = Double(decimal: text), (0...1).contains(volume) else {
            throw .expected("a volume from 0 to 1", not: text)
        }
        return volume
    }
}

extension WaitCondition {
    /// The words after `wait for`, besides states and statuses.
    package static let words = ["position", "end", "error", "cue", "requests(\"…\")"]

    /// Parses the text after `wait`.
    init(_ text: String) throws(WordingError) {
        let (first, behind) = text.firstWord
        let text = first == "for" ? behind : text
        if text.isEmpty {
            let list = Self.list.joined(separator: ", ")
            throw .expected("what to wait for: a time, or one of \(list)", not: text)
        }
        if text.first?.isNumber == true {
            self = .time(try Action.time(text))
        } else if text.hasPrefix("requests("), let close = text.lastIndex(of: ")") {
            let pattern = String(text[...close]).argument(of: "requests") ?? ""
            let number = text[text.index(after: close)...].trimmingSpaces
            guard !pattern.isEmpty else { throw WordingError("the path is empty; ** is every path") }
            guard let count = number.isEmpty ? 1 : Int(number), count >= 1 else {
                throw .expected("a number of requests", not: number)
            }
            self = .requests(PathPattern(pattern), count)
        } else {
            self = try Self.named(text)
        }
    }

    private static func named(_ text: String) throws(WordingError) -> WaitCondition {
        let (word, rest) = text.firstWord
        switch word {
        case "position": return .position(try Action.time(rest))
        case "cue": return .cue(rest.isEmpty ? nil : rest.unquoted)
        case "end" where rest.isEmpty: return .end
        case "error" where rest.isEmpty: return .error
        default: break
        }
        if let state = PlaybackState.all.first(where: { $0.name == text }) { return .state(state) }
        if let status = ItemStatus(rawValue: text), status != .closed { return .status(status) }
        throw .unknown(text, known: ["a time"] + list)
    }

    private static var list: [String] {
        words + PlaybackState.all.map(\.name)
            + ItemStatus.allCases.map(\.rawValue).filter { $0 != PlaybackState.idle.name && $0 != "closed" }
    }
}

extension String {
    /// The first word, and the rest without surrounding white space.
    var firstWord: (String, String) {
        let text = trimmingSpaces
        let end = text.firstIndex(where: \.isWhitespace) ?? text.endIndex
        return (String(text[..<end]), text[end...].trimmingSpaces)
    }
}
