internal import PlayheadSystem

/// A sidecar subtitle file of a medium: SubRip, WebVTT, or (Advanced) SubStation Alpha, in any common
/// encoding.
public struct SubtitleFile: Sendable, Hashable, Codable {
    /// The absolute URI (`file:///…`, `https://…`).
    public let uri: String
    /// The language as a BCP 47 tag; nil to take it from the file name (`film.en.srt`).
    public var language: String?
    /// The title of the track; nil to take it from the file name.
    public var title: String?
    /// The IANA name of the encoding, for example `windows-1251` or `Shift_JIS`.
    ///
    /// Nil detects UTF-8, UTF-16 and Windows-1252 (and so Latin-1). A byte order mark takes precedence.
    public var encoding: String?
    /// Whether the subtitles are forced: for viewers of the audio in the same language. The file name may
    /// also say so (`film.en.forced.srt`).
    public var isForced = false
    /// Whether the subtitles are for the hearing impaired. The file name may also say so (`film.en.sdh.srt`).
    public var isForHearingImpaired = false

    /// Makes a file from an absolute URI. The file is not opened or checked.
    public init(uri: String, language: String? = nil, title: String? = nil) {
        self.uri = uri
        self.language = language
        self.title = title
    }

    /// Makes a file from a path. A relative path is resolved against the current directory at the call.
    public init(path: String, language: String? = nil, title: String? = nil) {
        self.init(uri: FileAddress.uri(path: path), language: language, title: title)
    }

    /// Makes a file from user input: a URI if it has a scheme (`scheme://`) and no file of this name exists,
    /// otherwise a path.
    public init(pathOrURI text: String, language: String? = nil, title: String? = nil) {
        let isAddress = FileAddress.hasScheme(text) && !FileAddress.exists(text)
        self.init(uri: isAddress ? text : FileAddress.uri(path: text), language: language, title: title)
    }
}

extension SubtitleFile {
    /// Whether the file extension is that of subtitle files.
    package var isNamedAsOne: Bool { SubtitleFormat(ending: ending) != nil }

    /// The last component of the path.
    package var name: String {
        let path = FileAddress.path(uri: uri)?.description ?? URIComponents(uri)?.path ?? uri
        return path.split(separator: "/").last.map(String.init) ?? uri
    }

    package var ending: String { FileAddress.ending(of: uri) }
    package var isLocal: Bool { uri.lowercased().hasPrefix("file:") }

    /// The explicit properties, completed by those in the file name.
    package var described: SubtitleName {
        var words = name.split(separator: ".").map(String.init)
        if SubtitleFormat(ending: ending) != nil { words.removeLast() }
        var described = SubtitleName(ofFile: Array(words.dropFirst()))
        described.language = language ?? described.language
        described.title = title ?? described.title
        if described.title == nil, described.language == nil { described.title = name }
        described.isForced = described.isForced || isForced
        described.isForHearingImpaired = described.isForHearingImpaired || isForHearingImpaired
        return described
    }
}
