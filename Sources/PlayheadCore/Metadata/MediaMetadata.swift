/// What a medium says about itself.
public struct MediaMetadata: Sendable, Hashable, Codable {
    /// What it is called. For a radio station, what is on the air.
    public var title: String?
    /// Who made it.
    public var artist: String?
    /// What it is a part of.
    public var album: String?
    /// Who made the whole.
    public var albumArtist: String?
    /// Its kind of music or film.
    public var genre: String?
    /// A remark.
    public var comment: String?
    /// When it was made, as far as that is known: `2024`, `2024-05` or `2024-05-17`.
    public var date: String?
    /// Its place in the album, from 1 on.
    public var trackNumber: Int?
    /// How many there are in the album.
    public var trackCount: Int?
    /// The disc of the album, from 1 on.
    public var discNumber: Int?
    /// How many discs there are.
    public var discCount: Int?
    /// By how much it should be louder to be as loud as others, in dB.
    public var trackGain: Double?
    /// The same for the whole album.
    public var albumGain: Double?
    /// The highest sample, where 1 is the most that fits.
    public var trackPeak: Double?
    /// The same for the whole album.
    public var albumPeak: Double?
    /// The station or organisation it comes from.
    public var organization: String?
    /// The format of the file, for example `Matroska`.
    public var container: String?
    /// Bits per second, all in all.
    public var bitrate: Int?
    /// The picture on the cover.
    public var artwork: Artwork?
    /// The chapters, in the order of time.
    public var chapters: [Chapter] = []

    /// Nothing is known.
    public init() {}
}

/// The picture on the cover of a medium, as it is in the medium.
public struct Artwork: Sendable, Hashable {
    /// Its type, for example `image/jpeg`.
    public var type: String
    /// The file of the picture.
    public var bytes: [UInt8]

    /// A picture.
    public init(type: String, bytes: [UInt8]) {
        self.type = type
        self.bytes = bytes
    }
}

/// A part of a medium that has a name.
public struct Chapter: Sendable, Hashable, Codable, Identifiable {
    /// Its place, from 0 on.
    public var id: Int
    /// What it is called.
    public var title: String?
    /// Where it begins, in media time.
    public var start: Duration
    /// Where it ends; nil when that is the end of the medium.
    public var end: Duration?

    /// A chapter.
    public init(id: Int, title: String? = nil, start: Duration, end: Duration? = nil) {
        self.id = id
        self.title = title
        self.start = start
        self.end = end
    }
}
