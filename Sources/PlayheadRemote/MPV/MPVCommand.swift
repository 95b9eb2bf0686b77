internal import Playhead
internal import PlayheadCore

/// The arguments of a command, by position.
struct MPVArguments {
    let values: [RemoteValue?]

    func text(_ index: Int) throws(MPVFault) -> String {
        guard let text = text(ifAt: index) else { throw .parameter }
        return text
    }

    /// A text that may be missing.
    func text(ifAt index: Int) -> String? {
        guard let value = value(index), value != .null else { return nil }
        return value.text
    }

    func number(_ index: Int) throws(MPVFault) -> Double {
        guard let number = value(index)?.double else { throw .parameter }
        return number
    }

    func whole(_ index: Int) throws(MPVFault) -> Int {
        guard let number = value(index)?.whole else { throw .parameter }
        return number
    }

    func value(_ index: Int) -> RemoteValue? { values.indices.contains(index) ? values[index] : nil }

    /// The words of a flag argument, joined by plus signs; all have to be among those allowed.
    func flags(_ index: Int, of allowed: Set<String>) throws(MPVFault) -> Set<String> {
        let flags = Set((text(ifAt: index) ?? "").split(separator: "+").map(String.init))
        guard flags.isSubset(of: allowed) else { throw .parameter }
        return flags
    }
}

/// A command of mpv.
struct MPVCommand: Sendable {
    /// The names of its parameters, for the form with named arguments.
    let parameters: [String]
    /// The number of parameters that it needs, and takes.
    let counts: ClosedRange<Int>
    let run: @Sendable (MPVArguments, MPVProperty.Source) throws(MPVFault) -> RemoteValue

    /// A command whose parameters after the first `required` ones are optional.
    init(
        _ parameters: [String] = [], required: Int? = nil,
        _ run: @escaping @Sendable (MPVArguments, MPVProperty.Source) throws(MPVFault) -> RemoteValue
    ) {
        self.parameters = parameters
        counts = (required ?? parameters.count)...max(parameters.count, required ?? 0)
        self.run = run
    }
}

extension MPVCommand {
    /// The entry of the property `command-list`.
    static func entry(_ name: String, _ command: MPVCommand) -> RemoteValue {
        let arguments = command.parameters.enumerated().map { index, parameter in
            RemoteValue.map([
                "name": .string(parameter), "type": "String",
                "optional": .bool(index >= command.counts.lowerBound),
            ])
        }
        return .map(["name": .string(name), "args": .list(arguments), "vararg": false])
    }
}

extension RemoteControl {
    /// Carries out a command of the control, and answers as mpv does.
    func answer(_ command: RemoteCommand) throws(MPVFault) -> RemoteValue {
        do throws(RemoteFault) { try perform(command) } catch { throw .command }
        return .null
    }
}

extension MPVCommand {
    /// All commands but those of the connection itself, by mpv's names.
    static let all: [String: MPVCommand] = playback.merging(queue) { first, _ in first }
        .merging(properties) { first, _ in first }

    private static let playback: [String: MPVCommand] = [
        "seek": MPVCommand(["target", "flags", "legacy"], required: 1) { arguments, source throws(MPVFault) in
            try seek(arguments, source)
        },
        "ab-loop": simple(.markLoop),
        "bookmark-add": MPVCommand(["name"], required: 0) { arguments, source throws(MPVFault) in
            try source.control.answer(.addBookmark(arguments.text(ifAt: 0)))
        },
        "bookmark-remove": MPVCommand(["index"]) { arguments, source throws(MPVFault) in
            try source.control.answer(.removeBookmark(try arguments.whole(0)))
        },
        "bookmark-go": MPVCommand(["index"]) { arguments, source throws(MPVFault) in
            try source.control.answer(.goToBookmark(try arguments.whole(0)))
        },
        "bookmark-next": simple(.nextBookmark),
        "frame-step": simple(.step(by: 1)), "frame-back-step": simple(.step(by: -1)),
        "screenshot": MPVCommand(["flags"], required: 0) { _, source throws(MPVFault) in
            try source.control.answer(.screenshot)
        },
        "quit": MPVCommand(["code"], required: 0) { _, source throws(MPVFault) in
            try source.control.answer(.quit)
        },
        "stop": MPVCommand(["flags"], required: 0) { arguments, source throws(MPVFault) in
            let keeps = try arguments.flags(0, of: ["keep-playlist"]).contains("keep-playlist")
            return try source.control.answer(keeps ? .stop : .removeAll)
        },
        "show-text": MPVCommand(["text", "duration", "level"], required: 1) {
            arguments, source throws(MPVFault) in
            let text = expand(try arguments.text(0), source)
            let time = arguments.value(1)?.double ?? -1
            let duration: Duration = time < 0 ? .seconds(1) : .milliseconds(min(time, 1e9))
            return try source.control.answer(.showMessage(text, for: duration))
        },
        "expand-text": MPVCommand(["text"]) { arguments, source throws(MPVFault) in
            .string(expand(try arguments.text(0), source))
        },
    ]

    static func simple(_ command: RemoteCommand) -> MPVCommand {
        MPVCommand { _, source throws(MPVFault) in try source.control.answer(command) }
    }

    private static let seekFlags: Set<String> = [
        "relative", "absolute", "absolute-percent", "relative-percent", "exact", "keyframes",
        "default-precise",
    ]

    private static func seek(
        _ arguments: MPVArguments, _ source: MPVProperty.Source
    ) throws(MPVFault) -> RemoteValue {
        let amount = try arguments.number(0)
        guard amount.magnitude <= 1e9 else { throw .parameter }
        let flags = try arguments.flags(1, of: seekFlags).union(arguments.flags(2, of: seekFlags))
        // As in mpv, a relative seek goes to a keyframe, unless it is to be exact.
        let isExact = flags.contains("exact") || flags.contains("absolute") && !flags.contains("keyframes")
        let tolerance: SeekTolerance = isExact ? .exact : .near
        let duration = source.snapshot.duration?.inSeconds
        if flags.contains("absolute") {
            return try source.control.answer(.seek(to: .seconds(amount), tolerance: tolerance))
        }
        if flags.contains("absolute-percent") || flags.contains("relative-percent") {
            guard let duration else { throw .command }
            let distance = Duration.seconds(duration * amount / 100)
            return try source.control.answer(
                flags.contains("absolute-percent")
                    ? .seek(to: distance, tolerance: tolerance) : .skip(by: distance, tolerance: tolerance))
        }
        // A keyframe near the target may lie on the other side of the position.
        let direction: SeekTolerance = amount < 0 ? .before : .after
        return try source.control.answer(
            .skip(by: .seconds(amount), tolerance: isExact ? .exact : direction))
    }

    /// Replaces `${property}` in a text by its value; `(unavailable)` without one.
    static func expand(_ text: String, _ source: MPVProperty.Source) -> String {
        var (result, rest) = ("", Substring(text))
        while let start = rest.firstRange(of: "${"), let end = rest[start.upperBound...].firstIndex(of: "}") {
            result += rest[..<start.lowerBound]
            let name = String(rest[start.upperBound..<end])
            let value = try? MPVProperty.value(of: name, in: source)
            result += value?.text ?? "(unavailable)"
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }
}
