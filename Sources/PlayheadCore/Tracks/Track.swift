/// A selectable stream of a medium: video, audio or subtitles.
///
/// Cover art is no track (``MediaMetadata/artwork``). An image file has one video track (``isImage``).
public struct Track: Sendable, Hashable, Codable, Identifiable {
    /// The identifier of a track: `audio-2` is the second audio track. It is the same for every load of an
    /// unchanged medium. Sidecar files come after the tracks of the medium.
    public struct ID: Sendable, Hashable, Codable, RawRepresentable, CustomStringConvertible {
        /// The identifier text.
        public let rawValue: String

        /// Makes an identifier from its ``rawValue``.
        public init(rawValue: String) { self.rawValue = rawValue }

        package init(_ kind: Kind, _ number: Int) { rawValue = "\(kind.rawValue)-\(number)" }

        /// The identifier text.
        public var description: String { rawValue }
    }

    /// The kind of a track.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// Video.
        case video
        /// Audio.
        case audio
        /// Subtitles, as text or bitmaps.
        case subtitles
    }

    /// The identifier within the item.
    public var id: ID
    /// The kind of the track.
    public var kind: Kind
    /// The codec as a display name, for example `H.264` or `SubRip`; nil if unknown.
    public var codec: String?
    /// The language as a BCP 47 tag, for example `en` or `pt-BR`; nil if unknown.
    public var language: String?
    /// The title in the medium.
    public var title: String?
    /// Whether the medium marks the track as default.
    public var isDefault = false
    /// Whether the track has only forced subtitles: signs and foreign speech, for viewers of the audio in the
    /// same language.
    public var isForced = false
    /// Whether the track is for the hearing impaired.
    public var isForHearingImpaired = false
    /// Whether the track is in the original language of the medium.
    public var isOriginal = false
    /// Whether the track comes from a sidecar file.
    public var isExternal = false
    /// Whether subtitles are available as text; false for bitmap subtitles.
    public var hasText = false
    /// The displayed size in square pixels.
    public var size: VideoSize?
    /// The frame rate in frames per second.
    public var frameRate: Double?
    /// Whether the track is a still image, which is shown for ``MediaItem/imageDuration``.
    public var isImage: Bool {
        get { image ?? false }
        set { image = newValue ? true : nil }
    }
    /// Nil for false, so that only images are recorded.
    private var image: Bool?
    /// The number of audio channels.
    public var channels: Int?
    /// The sample rate in Hz.
    public var sampleRate: Int?
    /// The bit rate in bits per second.
    public var bitrate: Int?
    /// The profile of the codec, for example `High`, `Main 10` or `LC`; nil if unknown.
    public var profile: String?
    /// The level of the codec, for example `4.1`; nil if unknown.
    public var level: String?
    /// The scheme of an encrypted track, for example `cenc` or `cbcs`; nil for clear tracks.
    public var encryption: String?
    /// What decodes the track; nil if it is not presented, or before its first data.
    public var decoder: TrackDecoder?
    /// More properties of video; nil for other tracks, or if none is known.
    public var video: VideoProperties?
    /// More properties of audio; nil for other tracks, or if none is known.
    public var audio: AudioProperties?

    /// Makes a track with these properties; the others keep their defaults.
    public init(id: ID, kind: Kind, codec: String? = nil, language: String? = nil, title: String? = nil) {
        self.id = id
        self.kind = kind
        self.codec = codec
        self.language = language
        self.title = title
    }
}

/// What decodes a track.
public struct TrackDecoder: Sendable, Hashable, Codable {
    /// The factory name of the GStreamer element, for example `avdec_h264` or `vah264dec`.
    public var name: String
    /// Whether hardware decodes.
    public var isHardware: Bool
    /// The memory of decoded data: `system`, or the name of GStreamer such as `VAMemory`, `CUDAMemory`,
    /// `GLMemory` or `DMABuf`.
    public var memory: String

    /// Makes a description.
    public init(name: String, isHardware: Bool = false, memory: String = "system") {
        self.name = name
        self.isHardware = isHardware
        self.memory = memory
    }
}

/// A video size in square pixels.
public struct VideoSize: Sendable, Hashable, Codable {
    /// The width.
    public var width: Int
    /// The height.
    public var height: Int

    /// Makes a size.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}
