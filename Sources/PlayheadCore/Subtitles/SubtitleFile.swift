internal import PlayheadSystem

/// A file of subtitles that is shown with a medium: SubRip, WebVTT, or (Advanced) SubStation Alpha, in any common encoding.
public struct SubtitleFile: Sendable, Hashable, Codable {
    /// The absolute address (`file:///…`, `https://…`).
    public let uri: String
    /// Its language as a BCP 47 tag; nil to take it from the file's name (`film.en.srt`).
    public var language: String?
    /// What it is called in a list of tracks; nil to take that from the file's name.
    public var title: String?
    /// The encoding of its text by the name that IANA has for it, for example `windows-1251` or `Shift_JIS`. Nil to find out, which
    /// works for UTF-8, UTF-16 and Windows-1252 (and so for Latin-1). A byte order mark counts more.
    public var encoding: String?
    /// Whether it holds only what has to be read with sound of its own language; also where its name says so (`film.en.forced.srt`).
    public var isForced = false
    /// Whether it is made for people who hear badly; also where its name says so (`film.en.sdh.srt`).
    public var isForHearingImpaired = false

    /// A file at an absolute address. Nothing is opened or checked here.
    public init(uri: String, language: String? = nil, title: String? = nil) {
        self.uri = uri
        self.language = language
        self.title = title
    }

    /// A file, named by its path. A relative path is taken from the current directory of the process at this moment.
    public init(path: String, language: String? = nil, title: String? = nil) {
        self.init(uri: FileAddress.uri(path: path), language: language, title: title)
    }

    /// A file as a person types it: an address when it has a scheme (`scheme://`) and no file of that very name exists, a path
    /// otherwise.
    public init(pathOrURI text: String, language: String? = nil, title: String? = nil) {
        let isAddress = FileAddress.hasScheme(text) && !FileAddress.exists(text)
        self.init(uri: isAddress ? text : FileAddress.uri(path: text), language: language, title: title)
    }
}

extension SubtitleFile {
    /// Whether its name ends as those of subtitle files do.
    package var isNamedAsOne: Bool { SubtitleFormat(ending: ending) != nil }

    /// The last part of its path.
    package var name: String {
        let path = FileAddress.path(uri: uri)?.description ?? URIComponents(uri)?.path ?? uri
        return path.split(separator: "/").last.map(String.init) ?? uri
    }

    package var ending: String { FileAddress.ending(of: uri) }
    package var isLocal: Bool { uri.lowercased().hasPrefix("file:") }

    /// What is said of it, and where nothing is, what its name says.
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
