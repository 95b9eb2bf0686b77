internal import Playhead
internal import PlayheadRemote

/// A command that a client can post: its name, its fields, and the value that it becomes.
struct CommandRoute: Sendable {
    /// The name of the case of `RemoteCommand`, and the last part of the path.
    let name: String
    let summary: String
    let fields: [Field]
    let make: @Sendable (CommandArguments) throws(Problem) -> RemoteCommand

    var path: String { "/api/commands/\(name)" }

    init(
        _ name: String, _ summary: String, _ fields: [Field] = [],
        _ make: @escaping @Sendable (CommandArguments) throws(Problem) -> RemoteCommand
    ) {
        (self.name, self.summary, self.fields, self.make) = (name, summary, fields, make)
    }

    private init(_ name: String, _ summary: String, _ command: RemoteCommand) {
        self.init(name, summary) { _ in command }
    }

    /// All commands, in the order of the documentation.
    static let all: [CommandRoute] = playback + bookmarks + settings + queue + tracks + program
    static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    private static let far = 1e9
    private static let item = Field(
        "item", .integer(1...Int(1e15)), "The identifier of an item, from the queue.")
    private static let items = Field(
        "items", .texts(atMost: 200, length: 4096),
        "Addresses (http, https), or paths in a folder that is allowed.")
    private static let tolerance = Field(
        "tolerance", .words(["exact", "before", "after", "near"]),
        "exact: the frame; else a keyframe before, after or near the target.", isRequired: false)
    private static let kind = Field(
        "kind", .words(Track.Kind.allCases.map(\.rawValue)), "The kind of track.")

    private static let playback = [
        CommandRoute("play", "Requests playback.", .play),
        CommandRoute("pause", "Requests a pause.", .pause),
        CommandRoute("toggle", "Inverts the last request to play or pause.", .toggle),
        CommandRoute("stop", "Pauses at the beginning.", .stop),
        CommandRoute(
            "seek", "Seeks to a position.",
            [Field("position", .number(0...far), "The position in seconds."), tolerance]
        ) { .seek(to: $0.duration("position"), tolerance: $0.tolerance) },
        CommandRoute(
            "skip", "Seeks by a distance.",
            [Field("by", .number(-far...far), "The distance in seconds."), tolerance]
        ) { .skip(by: $0.duration("by"), tolerance: $0.tolerance) },
        CommandRoute(
            "step", "Steps by frames.",
            [Field("by", .integer(-1000...1000), "The number of frames; negative backwards.")]
        ) { .step(by: $0.whole("by") ?? 1) },
        CommandRoute(
            "goToChapter", "Seeks to a chapter.",
            [Field("chapter", .integer(0...100_000), "The index of the chapter, from 0.")]
        ) { .goToChapter($0.whole("chapter") ?? 0) },
        CommandRoute("nextChapter", "Seeks to the next chapter.", .nextChapter),
        CommandRoute(
            "previousChapter", "Seeks to the start of the chapter, or to the previous one.", .previousChapter),
        CommandRoute(
            "setLoop", "Sets the points of the A–B loop.",
            [
                Field(
                    "start", .any([.number(0...far), .null]), "Where it begins, in seconds; null for none."),
                Field("end", .any([.number(0...far), .null]), "Where it ends, in seconds; null for none."),
            ]
        ) { .setLoop(LoopPoints(start: $0.optionalDuration("start"), end: $0.optionalDuration("end"))) },
        CommandRoute(
            "markLoop", "Sets the start of the A–B loop at the position, then its end, then removes both.",
            .markLoop),
    ]

    private static let bookmark = Field(
        "bookmark", .integer(0...1000), "The index of the bookmark, from 0.")
    private static let bookmarks = [
        CommandRoute(
            "addBookmark", "Keeps a bookmark at the position.",
            [Field("name", .text(atMost: 200), "Its name.", isRequired: false)]
        ) { .addBookmark($0.text("name")) },
        CommandRoute("removeBookmark", "Removes a bookmark.", [bookmark]) {
            .removeBookmark($0.whole("bookmark") ?? 0)
        },
        CommandRoute("goToBookmark", "Seeks to a bookmark.", [bookmark]) {
            .goToBookmark($0.whole("bookmark") ?? 0)
        },
        CommandRoute("nextBookmark", "Seeks to the next bookmark, or to the first one.", .nextBookmark),
    ]

    private static let settings = [
        CommandRoute(
            "setSpeed", "Sets the speed.",
            [
                Field(
                    "speed", .any([.number(0.1...16), .number(-16 ... -0.1)]),
                    "1 is normal; negative is backwards.")
            ]
        ) { .setSpeed($0.number("speed")) },
        CommandRoute(
            "setVolume", "Sets the volume.",
            [Field("volume", .number(0...2), "An amplitude factor; above 1 with a limiter.")]
        ) { .setVolume($0.number("volume")) },
        CommandRoute(
            "setMuted", "Mutes or unmutes.", [Field("isMuted", .boolean, "Whether audio is muted.")]
        ) { .setMuted($0.flag("isMuted")) },
        CommandRoute(
            "setSubtitleDelay", "Sets the delay of subtitles.",
            [Field("delay", .number(-1e6...1e6), "In seconds; negative is earlier.")]
        ) { .setSubtitleDelay($0.duration("delay")) },
        CommandRoute(
            "setAudioDelay", "Sets the delay of sound.",
            [Field("delay", .number(-10...10), "In seconds; negative is earlier.")]
        ) { .setAudioDelay($0.duration("delay")) },
        CommandRoute(
            "setPitch", "Sets the pitch; the speed stays.",
            [Field("pitch", .number(-12...12), "In semitones; 0 is that of the medium.")]
        ) { .setPitch($0.number("pitch")) },
        CommandRoute(
            "setAudioChannels", "Sets the channels that are played.",
            [Field("channels", .words(AudioChannels.allCases.map(\.rawValue)), "The channels.")]
        ) { .setAudioChannels($0.text("channels").flatMap(AudioChannels.init) ?? .automatic) },
        CommandRoute(
            "setAudioDevice", "Chooses the audio device.",
            [
                Field(
                    "device", .any([.text(atMost: 1000), .null]),
                    "Its identifier, as in playhead devices; null for the default device of the system.")
            ]
        ) { arguments throws(Problem) in
            guard let text = arguments.text("device") else { return .setAudioDevice(nil) }
            guard let device = AudioOutputDevice.ID(rawValue: text) else {
                throw .invalid("The field “device” has to be an identifier that playhead devices lists.")
            }
            return .setAudioDevice(device)
        },
    ]

    private static let queue = [
        CommandRoute("next", "Advances to the next item.", .next),
        CommandRoute(
            "previous", "Returns to the previous item, or to the beginning after 3 s.", .previous),
        CommandRoute("jump", "Plays an item of the queue.", [item]) { arguments throws(Problem) in
            .jump(to: try arguments.index("item"))
        },
        CommandRoute("load", "Replaces the queue.", [items]) { arguments throws(Problem) in
            .load(try arguments.items())
        },
        CommandRoute(
            "insert", "Adds items to the queue.",
            [
                items,
                Field(
                    "place", .words(["beginning", "next", "end"]),
                    "Where; next: after the current item (end).",
                    isRequired: false),
            ]
        ) { arguments throws(Problem) in
            let current = arguments.queue.currentID
            let place: QueuePosition =
                switch arguments.text("place") {
                case "beginning": .beginning
                case "next": current.map(QueuePosition.after) ?? .end
                default: .end
                }
            return .insert(try arguments.items(), at: place)
        },
        CommandRoute(
            "move", "Moves an item.",
            [
                item,
                Field(
                    "before", .any([.integer(1...Int(1e15)), .null]),
                    "The item that follows then; null for the end."),
            ]
        ) { arguments throws(Problem) in
            let end = arguments.whole("before") == nil
            return .move(
                from: try arguments.index("item"),
                to: end ? arguments.queue.count : try arguments.index("before"))
        },
        CommandRoute("remove", "Removes an item.", [item]) { arguments throws(Problem) in
            .remove(try arguments.index("item"))
        },
        CommandRoute("removeOthers", "Removes all items but the current one.", .removeOthers),
        CommandRoute("removeAll", "Removes all items. Playback ends.", .removeAll),
        CommandRoute(
            "setRepeatMode", "Sets what is repeated.",
            [
                Field(
                    "mode", .any([.words(["off", "one", "all"]), .integer(1...1_000_000)]),
                    "A number repeats the queue this number of times.")
            ]
        ) { arguments in
            switch arguments.text("mode") {
            case "one": .setRepeatMode(.one)
            case "all": .setRepeatMode(.all)
            default: .setRepeatMode(arguments.whole("mode").map(RepeatMode.times) ?? .off)
            }
        },
        CommandRoute(
            "setShuffled", "Shuffles the order of playback, or restores it.",
            [Field("isShuffled", .boolean, "Whether the order is shuffled.")]
        ) { .setShuffled($0.flag("isShuffled")) },
    ]

    private static let tracks = [
        CommandRoute(
            "select", "Selects a track.",
            [
                kind,
                Field(
                    "track", .any([.text(atMost: 200), .null]),
                    "The identifier of a track; null for none, which only subtitles can be."),
            ]
        ) { .select($0.kind, $0.text("track").map(Track.ID.init)) },
        CommandRoute("selectAutomatically", "Returns the selection to the preferences.", [kind]) {
            .selectAutomatically($0.kind)
        },
        CommandRoute("selectNext", "Selects the next track of a kind.", [kind]) { .selectNext($0.kind) },
    ]

    private static let program = [
        CommandRoute(
            "setAspectMode", "Sets how video fills the window.",
            [Field("mode", .words(AspectMode.allCases.map(\.rawValue)), "The mode.")]
        ) { .setAspectMode($0.text("mode").flatMap(AspectMode.init) ?? .fit) },
        CommandRoute(
            "setFullscreen", "Switches the window to full screen, or back.",
            [Field("isFullscreen", .boolean, "Whether the window is full screen.")]
        ) { .setFullscreen($0.flag("isFullscreen")) },
        CommandRoute(
            "showMessage", "Shows a text over the video.",
            [
                Field("text", .text(atMost: 1000), "The text."),
                Field("duration", .number(0.1...3600), "For how long, in seconds."),
            ]
        ) { .showMessage($0.text("text") ?? "", for: $0.duration("duration")) },
        CommandRoute("screenshot", "Writes the frame that is shown to a file.", .screenshot),
        CommandRoute("quit", "Ends the program.", .quit),
    ]
}
