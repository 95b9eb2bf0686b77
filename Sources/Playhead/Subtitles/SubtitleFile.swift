/// A file of subtitles that is shown with a medium: SubRip, WebVTT, or (Advanced) SubStation Alpha, in any common encoding.
public struct SubtitleFile: Sendable, Hashable, Codable {
    /// The absolute address (`file:///…`, `https://…`).
    public let uri: String
    /// Its language as a BCP 47 tag; nil to take it from the file's name (`film.en.srt`).
    public var language: String?
    /// What it is called in a list of tracks.
    public var title: String?

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
}
