internal import Playhead
internal import PlayheadCore

extension MPVCommand {
    static let queue: [String: MPVCommand] = [
        "loadfile": MPVCommand(["url", "flags", "index", "options"], required: 1) {
            arguments, source throws(MPVFault) in
            var media = source.control.host.makeItem(try arguments.text(0))
            // Before mpv 0.38 the options were the third argument.
            let options = arguments.value(3) ?? arguments.value(2).flatMap { $0.whole == nil ? $0 : nil }
            try media.apply(options ?? .null)
            return try load([QueueItem(media)], arguments.text(ifAt: 1) ?? "replace", source.control)
        },
        "playlist-next": MPVCommand(["flags"], required: 0) { arguments, source throws(MPVFault) in
            let isForced = try arguments.flags(0, of: ["weak", "force"]).contains("force")
            let hasNext = source.control.player.queue.canGoNext
            return try source.control.answer(isForced && !hasNext ? .stop : .next)
        },
        "playlist-prev": MPVCommand(["flags"], required: 0) { arguments, source throws(MPVFault) in
            _ = try arguments.flags(0, of: ["weak", "force"])
            guard let index = source.snapshot.queue.currentIndex else { throw .command }
            guard !source.snapshot.queue.isShuffled, index > 0 else {
                return try source.control.answer(.previous)
            }
            return try source.control.answer(.jump(to: index - 1))
        },
        "playlist-play-index": MPVCommand(["index"]) { arguments, source throws(MPVFault) in
            switch arguments.text(ifAt: 0) {
            case "current":
                return try source.control.answer(.jump(to: source.snapshot.queue.currentIndex ?? -1))
            case "none": return try source.control.answer(.stop)
            default: return try source.control.answer(.jump(to: try arguments.whole(0)))
            }
        },
        "playlist-clear": simple(.removeOthers),
        "playlist-remove": MPVCommand(["index"]) { arguments, source throws(MPVFault) in
            let isCurrent = arguments.text(ifAt: 0) == "current"
            let index = isCurrent ? source.snapshot.queue.currentIndex ?? -1 : try arguments.whole(0)
            return try source.control.answer(.remove(index))
        },
        "playlist-move": MPVCommand(["index1", "index2"]) { arguments, source throws(MPVFault) in
            try source.control.answer(.move(from: try arguments.whole(0), to: try arguments.whole(1)))
        },
        "playlist-shuffle": simple(.setShuffled(true)), "playlist-unshuffle": simple(.setShuffled(false)),
    ]

    /// Loads items as `loadfile` does, and answers with the identity of the first one.
    static func load(
        _ items: [QueueItem], _ flags: String, _ control: RemoteControl
    ) throws(MPVFault) -> RemoteValue {
        guard let first = items.first else { throw .command }
        let state = control.state
        let current = state.snapshot.queue.currentID
        switch flags {
        case "replace": _ = try control.answer(.load(items))
        case "append", "append-play": _ = try control.answer(.insert(items, at: .end))
        case "insert-next", "insert-next-play":
            _ = try control.answer(.insert(items, at: current.map(QueuePosition.after) ?? .beginning))
        default: throw .parameter
        }
        if flags.hasSuffix("-play"), state.isIdle, let index = control.player.queue.value.index(of: first.id)
        {
            _ = try control.answer(.jump(to: index))
        }
        return .map(["playlist_entry_id": .int(first.id.number)])
    }
}

extension MediaItem {
    /// Applies the options of one file: a map, or a list `name=value,…`.
    fileprivate mutating func apply(_ options: RemoteValue) throws(MPVFault) {
        switch options {
        case .map(let fields): for (name, value) in fields { try apply(name, value.text) }
        case .string(let text):
            for part in text.split(separator: ",") {
                let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard words.count == 2 else { throw .parameter }
                try apply(String(words[0]), String(words[1]))
            }
        case .null: break
        default: throw .parameter
        }
    }

    private mutating func apply(_ name: String, _ value: String) throws(MPVFault) {
        switch name {
        case "start":
            guard let seconds = Double(value), (0...1e9).contains(seconds) else { throw .parameter }
            startPosition = .seconds(seconds)
        case "end":
            guard let seconds = Double(value), (0...1e9).contains(seconds) else { throw .parameter }
            endPosition = .seconds(seconds)
        case "force-media-title": title = value
        default: throw .parameter
        }
    }
}
