/// One stream of a medium that can be chosen: pictures, sound or text.
///
/// Covers and other still pictures that come with a medium are no tracks (``MediaMetadata/artwork``).
public struct Track: Sendable, Hashable, Codable, Identifiable {
    /// Names a track: `audio-2` is the second one with sound. The same for every load of a medium, as long as the medium does not
    /// change; side files come after what the medium holds.
    public struct ID: Sendable, Hashable, Codable, RawRepresentable, CustomStringConvertible {
        /// The name.
        public let rawValue: String

        /// A name, as ``rawValue`` gives it.
        public init(rawValue: String) { self.rawValue = rawValue }

        package init(_ kind: Kind, _ number: Int) { rawValue = "\(kind.rawValue)-\(number)" }

        /// The name.
        public var description: String { rawValue }
    }

    /// What a track consists of.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// Moving pictures.
        case video
        /// Sound.
        case audio
        /// Text, or pictures of text, that is to be read with the rest.
        case subtitles
    }

    /// Its name within the item.
    public var id: ID
    /// What it consists of.
    public var kind: Kind
    /// What a person would call its format, for example `H.264` or `SubRip`; nil when that is not known.
    public var codec: String?
    /// Its language as a BCP 47 tag, for example `en` or `pt-BR`; nil when that is not known.
    public var language: String?
    /// What its maker called it.
    public var title: String?
    /// Whether the medium asks for it to be chosen.
    public var isDefault = false
    /// Whether it holds only what has to be read with sound of its own language: signs, and what is spoken in other languages.
    public var isForced = false
    /// Whether it is made for people who hear badly.
    public var isForHearingImpaired = false
    /// Whether it is in the language in which the medium was made.
    public var isOriginal = false
    /// Whether it comes from a file beside the medium.
    public var isExternal = false
    /// Whether its text reaches the program; false for subtitles that are pictures.
    public var hasText = false
    /// What a person would see of it, in square pixels.
    public var size: VideoSize?
    /// Pictures per second.
    public var frameRate: Double?
    /// How many channels of sound there are.
    public var channels: Int?
    /// Samples per second and channel.
    public var sampleRate: Int?
    /// Bits per second.
    public var bitrate: Int?

    /// A track of which only this is known.
    public init(id: ID, kind: Kind, codec: String? = nil, language: String? = nil, title: String? = nil) {
        self.id = id
        self.kind = kind
        self.codec = codec
        self.language = language
        self.title = title
    }
}

/// The size of a picture, in square pixels.
public struct VideoSize: Sendable, Hashable, Codable {
    /// How wide it is.
    public var width: Int
    /// How high it is.
    public var height: Int

    /// A size.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}
