/// The action of a key.
enum KeyAction: Equatable {
    case toggle
    /// Seeks by a number of seconds.
    case skip(Int)
    /// Steps by a number of frames.
    case step(Int)
    case nextItem
    case previousItem
    case nextChapter
    case previousChapter
    case loop
    case addBookmark
    case nextBookmark
    case slower
    case faster
    case mute
    case quieter
    case louder
    case soundEarlier
    case soundLater
    case meter
    case aspect
    case fullscreen
    case nextSound
    case nextSubtitles
    case screenshot
    case help
    case quit

    /// The actions without a number, by their names in the configuration file.
    private static let named: [(name: String, action: KeyAction)] = [
        ("pause", .toggle), ("next-item", .nextItem), ("previous-item", .previousItem),
        ("next-chapter", .nextChapter), ("previous-chapter", .previousChapter),
        ("ab-loop", .loop), ("add-bookmark", .addBookmark), ("next-bookmark", .nextBookmark),
        ("slower", .slower), ("faster", .faster), ("mute", .mute), ("volume-down", .quieter),
        ("volume-up", .louder),
        ("audio-earlier", .soundEarlier), ("audio-later", .soundLater), ("meter", .meter),
        ("next-aspect", .aspect), ("fullscreen", .fullscreen), ("next-audio-track", .nextSound),
        ("next-subtitle-track", .nextSubtitles),
        ("screenshot", .screenshot),
        ("help", .help), ("quit", .quit),
    ]

    /// The names of all actions, for error messages and suggestions.
    static let names = ["seek SECONDS", "step FRAMES"] + named.map(\.name) + ["none"]

    /// Parses an action of the configuration file: a name, or `seek` or `step` with a whole number.
    init?(text: String) {
        if let found = Self.named.first(where: { $0.name == text }) {
            self = found.action
            return
        }
        let words = text.split(separator: " ")
        guard words.count == 2, let number = Int(words[1]), number != 0, abs(number) <= 1_000_000 else {
            return nil
        }
        switch words[0] {
        case "seek": self = .skip(number)
        case "step": self = .step(number)
        default: return nil
        }
    }

    /// The name in the configuration file.
    var text: String {
        switch self {
        case .skip(let seconds): "seek \(seconds)"
        case .step(let frames): "step \(frames)"
        default: Self.named.first { $0.action == self }?.name ?? ""
        }
    }
}
