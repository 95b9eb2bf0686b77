/// The metadata of a medium.
public struct MediaMetadata: Sendable, Hashable, Codable {
    /// The title. For a radio station, the current programme or song.
    public var title: String?
    /// The artist.
    public var artist: String?
    /// The album or collection.
    public var album: String?
    /// The artist of the album.
    public var albumArtist: String?
    /// The genre.
    public var genre: String?
    /// The comment.
    public var comment: String?
    /// The date of the medium, as exact as it is known: `2024`, `2024-05` or `2024-05-17`.
    public var date: String?
    /// The track number in the album, from 1.
    public var trackNumber: Int?
    /// The number of tracks in the album.
    public var trackCount: Int?
    /// The disc number, from 1.
    public var discNumber: Int?
    /// The number of discs.
    public var discCount: Int?
    /// The ReplayGain of the track in dB.
    public var trackGain: Double?
    /// The ReplayGain of the album in dB.
    public var albumGain: Double?
    /// The peak sample of the track, where 1 is full scale.
    public var trackPeak: Double?
    /// The peak sample of the album, where 1 is full scale.
    public var albumPeak: Double?
    /// The station or organisation.
    public var organization: String?
    /// The container format, for example `Matroska`.
    public var container: String?
    /// The total bit rate in bits per second.
    public var bitrate: Int?
    /// The cover art.
    public var artwork: Artwork?
    /// The chapters, in ascending order of time.
    public var chapters: [Chapter] = []

    /// Empty metadata.
    public init() {}
}

/// Cover art as it is in the medium.
public struct Artwork: Sendable, Hashable {
    /// The media type, for example `image/jpeg`.
    public var type: String
    /// The image file.
    public var bytes: [UInt8]

    /// Makes artwork.
    public init(type: String, bytes: [UInt8]) {
        self.type = type
        self.bytes = bytes
    }
}

/// A named interval of a medium.
public struct Chapter: Sendable, Hashable, Codable, Identifiable {
    /// The index, from 0.
    public var id: Int
    /// The title.
    public var title: String?
    /// The start in media time.
    public var start: Duration
    /// The end in media time; nil at the end of the medium.
    public var end: Duration?

    /// Makes a chapter.
    public init(id: Int, title: String? = nil, start: Duration, end: Duration? = nil) {
        self.id = id
        self.title = title
        self.start = start
        self.end = end
    }
}
