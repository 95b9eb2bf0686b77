/// The action of each key: the standard ones, changed by the configuration file.
struct KeyBindings {
    private var actions = Self.standard
    private var changes: [(key: KeyPress, action: KeyAction?)] = []

    subscript(key: KeyPress) -> KeyAction? { actions[key] }

    /// Gives a key another action; nil for none.
    mutating func bind(_ key: KeyPress, to action: KeyAction?) {
        actions[key] = action
        changes.append((key, action))
    }

    /// All keys with an action, or whose action was removed, by name.
    var all: [(key: KeyPress, action: KeyAction?)] {
        let keys = Set(actions.keys).union(changes.map(\.key))
        return keys.sorted { $0.name < $1.name }.map { ($0, actions[$0]) }
    }

    /// The help text for the action `help`.
    var overview: [String] {
        Self.standardOverview
            + changes.map { key, action in
                "\(key.name.padded(toColumns: 12))\(action?.text ?? "none")  (configuration file)"
            }
    }

    static let standard: [KeyPress: KeyAction] = [
        KeyPress("space"): .toggle, KeyPress("m"): .mute, KeyPress("9"): .quieter, KeyPress("0"): .louder,
        KeyPress("ctrl-minus"): .soundEarlier, KeyPress("ctrl-plus"): .soundLater, KeyPress("v"): .meter,
        KeyPress("a"): .aspect, KeyPress("#"): .nextSound, KeyPress("j"): .nextSubtitles,
        KeyPress("b"): .addBookmark, KeyPress("B"): .nextBookmark, KeyPress("l"): .loop,
        KeyPress("s"): .screenshot, KeyPress("f"): .fullscreen,
        KeyPress(","): .previousChapter, KeyPress("."): .nextChapter, KeyPress("n"): .nextItem,
        KeyPress(">"): .nextItem, KeyPress("p"): .previousItem, KeyPress("<"): .previousItem,
        KeyPress("E"): .step(-1), KeyPress("e"): .step(1), KeyPress("["): .slower, KeyPress("]"): .faster,
        KeyPress("?"): .help, KeyPress("q"): .quit, KeyPress("up"): .skip(60), KeyPress("down"): .skip(-60),
        KeyPress("right"): .skip(10), KeyPress("left"): .skip(-10),
    ]

    private static let standardOverview = [
        "space       pause, go on        m       mute",
        "left right  10 s back, forth    9 0     quieter, louder",
        "down up     60 s back, forth    a       aspect: fit, fill, stretch",
        ", .         chapter back, forth [ ]     slower, faster",
        "n p  > <    next item, back     e E     frame forth, back",
        "#           next sound          j       next subtitles, none",
        "s           screenshot          l       loop: start, end, off",
        "f           full screen         v       level meter",
        "ctrl +/-    sound later, earlier ?      this help",
        "b B         bookmark, go to next q      quit",
    ]
}
