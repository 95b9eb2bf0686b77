import Playhead
internal import PlayheadSystem

/// A condition of a profile on the inputs of the command.
enum ProfileCondition: Equatable {
    case hls
    case dash
    /// A scheme of HTTP.
    case http
    /// A local file.
    case file
    /// The name of an audio file.
    case audio
    /// A stream of HLS or DASH that has no end yet. The stream is opened to find that out.
    case live
    /// The ending of the name, in lower case without its dot.
    case ending(String)

    private static let words: [(name: String, condition: ProfileCondition)] = [
        ("hls", .hls), ("dash", .dash), ("http", .http), ("file", .file), ("audio", .audio), ("live", .live),
    ]

    /// The names of the conditions that are not an ending.
    static let names = words.map(\.name)

    private static let audioEndings: Set = [
        "aac", "ac3", "aif", "aiff", "alac", "ape", "au", "caf", "eac3", "flac", "m4a", "m4b", "mka", "mp2",
        "mp3", "mpc", "oga", "ogg", "opus", "spx", "tta", "wav", "wma", "wv",
    ]

    init?(text: String) {
        if let found = Self.words.first(where: { $0.name == text }) {
            self = found.condition
        } else if text.first == ".", text.count > 1 {
            self = .ending(text.dropFirst().lowercased())
        } else {
            return nil
        }
    }

    /// Whether an input meets the condition.
    func isMet(by input: String, _ probe: LiveProbe) -> Bool {
        let uri = MediaItem(pathOrURI: input).uri
        let scheme = uri.prefix { $0 != ":" }.lowercased()
        let ending = FileAddress.ending(of: uri).lowercased()
        switch self {
        case .hls: return ending == "m3u8"
        case .dash: return ending == "mpd"
        case .http: return scheme == "http" || scheme == "https"
        case .file: return scheme == "file"
        case .audio: return Self.audioEndings.contains(ending)
        case .live: return (ending == "m3u8" || ending == "mpd") && probe.isLive(input)
        case .ending(let wanted): return ending == wanted
        }
    }
}
