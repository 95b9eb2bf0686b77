internal import CGStreamer

/// The relevant values of a tag list (`GstTagList`).
package struct TagValues: Sendable, Equatable {
    package var title: String?
    package var artist: String?
    package var album: String?
    package var albumArtist: String?
    package var genre: String?
    package var comment: String?
    package var organization: String?
    /// The date with its known precision: `2024`, `2024-05` or `2024-05-17`.
    package var date: String?
    package var trackNumber: Int?
    package var trackCount: Int?
    package var discNumber: Int?
    package var discCount: Int?
    /// The gain in dB.
    package var trackGain: Double?
    package var albumGain: Double?
    /// The peak; 1 is full scale.
    package var trackPeak: Double?
    package var albumPeak: Double?
    /// The bit rate in bits per second; otherwise the maximum or the nominal bit rate.
    package var bitrate: Int?
    /// An ISO 639 code, or any other text in its place.
    package var language: String?
    /// The container in the words of GStreamer.
    package var container: String?
    /// The codec of the stream in the words of GStreamer.
    package var videoCodec: String?
    package var audioCodec: String?
    package var subtitleCodec: String?
    /// The front cover, or else the first image.
    package var picture: TaggedPicture?
    package var orientation: PictureOrientation?
    /// Comments of the form `KEY=value` without a tag of their own.
    package var extendedComments: [String] = []
    /// ID3v2 frames without a tag of their own, with their headers.
    package var id3Frames: [[UInt8]] = []
    /// Whether the tags are about the medium instead of one stream (`GST_TAG_SCOPE_GLOBAL`).
    package var isGlobal = false

    package init() {}
}

/// An image in a tag, as encoded in the medium.
package struct TaggedPicture: Sendable, Equatable {
    /// The media type, for example `image/jpeg`.
    package var type: String
    package var bytes: [UInt8]
}

/// The rotation and reflection that video needs for display.
package enum PictureOrientation: String, Sendable, Equatable {
    case upright = "rotate-0"
    case clockwise = "rotate-90"
    case upsideDown = "rotate-180"
    case counterclockwise = "rotate-270"
    case mirrored = "flip-rotate-0"
    case mirroredClockwise = "flip-rotate-90"
    case mirroredUpsideDown = "flip-rotate-180"
    case mirroredCounterclockwise = "flip-rotate-270"

    /// Whether the display exchanges width and height.
    package var swapsSides: Bool {
        switch self {
        case .clockwise, .counterclockwise, .mirroredClockwise, .mirroredCounterclockwise: true
        case .upright, .upsideDown, .mirrored, .mirroredUpsideDown: false
        }
    }
}

extension TagValues {
    /// Limits for untrusted media: the bytes of an image, and the number of comments and frames.
    private static let largestPicture = 32 << 20
    private static let mostEntries = 4096

    init(lending list: UnsafePointer<GstTagList>) {
        let tags = unsafe TagReader(list: list)
        title = tags.text(GST_TAG_TITLE)
        artist = tags.text(GST_TAG_ARTIST)
        album = tags.text(GST_TAG_ALBUM)
        albumArtist = tags.text(GST_TAG_ALBUM_ARTIST)
        genre = tags.text(GST_TAG_GENRE)
        comment = tags.text(GST_TAG_COMMENT) ?? tags.text(GST_TAG_DESCRIPTION)
        organization = tags.text(GST_TAG_ORGANIZATION)
        date = tags.date
        trackNumber = tags.number(GST_TAG_TRACK_NUMBER)
        trackCount = tags.number(GST_TAG_TRACK_COUNT)
        discNumber = tags.number(GST_TAG_ALBUM_VOLUME_NUMBER)
        discCount = tags.number(GST_TAG_ALBUM_VOLUME_COUNT)
        trackGain = tags.amount(GST_TAG_TRACK_GAIN)
        albumGain = tags.amount(GST_TAG_ALBUM_GAIN)
        trackPeak = tags.amount(GST_TAG_TRACK_PEAK)
        albumPeak = tags.amount(GST_TAG_ALBUM_PEAK)
        bitrate =
            tags.number(GST_TAG_BITRATE) ?? tags.number(GST_TAG_NOMINAL_BITRATE)
            ?? tags.number(GST_TAG_MAXIMUM_BITRATE)
        language = tags.text(GST_TAG_LANGUAGE_CODE) ?? tags.text(GST_TAG_LANGUAGE_NAME)
        container = tags.text(GST_TAG_CONTAINER_FORMAT)
        videoCodec = tags.text(GST_TAG_VIDEO_CODEC)
        audioCodec = tags.text(GST_TAG_AUDIO_CODEC)
        subtitleCodec = tags.text(GST_TAG_SUBTITLE_CODEC)
        orientation = tags.text(GST_TAG_IMAGE_ORIENTATION).flatMap { PictureOrientation(rawValue: $0) }
        picture =
            tags.picture(GST_TAG_IMAGE, limit: Self.largestPicture)
            ?? tags.picture(GST_TAG_PREVIEW_IMAGE, limit: Self.largestPicture)
        extendedComments = tags.texts(GST_TAG_EXTENDED_COMMENT, limit: Self.mostEntries)
        // The name that id3demux gives to unknown frames. `GST_ID3_DEMUX_TAG_ID3V2_FRAME` is not in a public
        // header.
        id3Frames = tags.bytes("private-id3v2-frame", limit: Self.mostEntries)
        isGlobal = unsafe gst_tag_list_get_scope(list) == GST_TAG_SCOPE_GLOBAL
    }
}

/// Reads a borrowed tag list.
@safe private struct TagReader {
    private let list: UnsafePointer<GstTagList>

    init(list: UnsafePointer<GstTagList>) { unsafe self.list = list }

    /// A text (`gst_tag_list_get_string`). Several values are joined.
    func text(_ tag: String) -> String? {
        var value: UnsafeMutablePointer<gchar>?
        guard unsafe gst_tag_list_get_string(list, tag, &value) != 0 else { return nil }
        let text = unsafe string(taking: value) ?? ""
        return text.isEmpty ? nil : text
    }

    func texts(_ tag: String, limit: Int) -> [String] {
        (0..<min(count(tag), limit)).compactMap { index in
            var value: UnsafeMutablePointer<gchar>?
            guard unsafe gst_tag_list_get_string_index(list, tag, guint(index), &value) != 0 else {
                return nil
            }
            return unsafe string(taking: value)
        }
    }

    /// A number above 0 (`gst_tag_list_get_uint`).
    func number(_ tag: String) -> Int? {
        var value: guint = 0
        guard unsafe gst_tag_list_get_uint(list, tag, &value) != 0, value > 0, value < guint.max else {
            return nil
        }
        return Int(value)
    }

    func amount(_ tag: String) -> Double? {
        var value: gdouble = 0
        guard unsafe gst_tag_list_get_double(list, tag, &value) != 0, value.isFinite else { return nil }
        return value
    }

    /// The date with its known precision (`gst_tag_list_get_date_time`, else `gst_tag_list_get_date`).
    var date: String? {
        var moment: OpaquePointer?
        if unsafe gst_tag_list_get_date_time(list, GST_TAG_DATE_TIME, &moment) != 0,
            let moment = unsafe moment
        {
            defer { unsafe gst_date_time_unref(moment) }
            guard unsafe gst_date_time_has_year(moment) != 0 else { return nil }
            let month = unsafe gst_date_time_has_month(moment) != 0 ? gst_date_time_get_month(moment) : 0
            let day = unsafe gst_date_time_has_day(moment) != 0 ? gst_date_time_get_day(moment) : 0
            return unsafe Self.day(Int(gst_date_time_get_year(moment)), Int(month), Int(day))
        }
        var date: UnsafeMutablePointer<GDate>?
        guard unsafe gst_tag_list_get_date(list, GST_TAG_DATE, &date) != 0, let date = unsafe date else {
            return nil
        }
        defer { unsafe g_date_free(date) }
        guard unsafe g_date_valid(date) != 0 else { return nil }
        return unsafe Self.day(
            Int(g_date_get_year(date)), Int(g_date_get_month(date).rawValue), Int(g_date_get_day(date)))
    }

    private static func day(_ parts: Int...) -> String {
        let known = parts.prefix { $0 > 0 }
        let texts = known.enumerated().map { index, part in
            let width = index == 0 ? 4 : 2
            let digits = String(part)
            return String(repeating: "0", count: max(width - digits.count, 0)) + digits
        }
        return texts.joined(separator: "-")
    }

    /// The image that is marked as the front cover, or else the first one. Links to images are ignored.
    func picture(_ tag: String, limit: Int) -> TaggedPicture? {
        var first: TaggedPicture?
        for index in 0..<min(count(tag), 64) {
            guard let (picture, isFront) = sample(tag, index, limit) else { continue }
            if isFront { return picture }
            first = first ?? picture
        }
        return first
    }

    private func sample(_ tag: String, _ index: Int, _ limit: Int) -> (TaggedPicture, isFront: Bool)? {
        var sample: OpaquePointer?
        guard unsafe gst_tag_list_get_sample_index(list, tag, guint(index), &sample) != 0,
            let sample = unsafe sample
        else { return nil }
        defer { unsafe gst_sample_unref(sample) }
        guard let buffer = unsafe gst_sample_get_buffer(sample),
            let caps = unsafe gst_sample_get_caps(sample),
            let type = unsafe CapsValues(lending: caps)?.mediaType, type.hasPrefix("image/"),
            unsafe gst_buffer_get_size(buffer) <= limit,
            let bytes = unsafe withBytes(of: buffer, { unsafe Array($0) }), !bytes.isEmpty
        else { return nil }
        // `GST_TAG_IMAGE_TYPE_FRONT_COVER`, from a library that is otherwise unnecessary.
        let front: gint = 1
        let kind = unsafe gst_sample_get_info(sample).flatMap {
            unsafe gst_structure_get_value($0, "image-type")
        }
        let isFront = unsafe kind.map { unsafe g_value_get_enum($0) == front } ?? false
        return (TaggedPicture(type: type, bytes: bytes), isFront)
    }

    func bytes(_ tag: String, limit: Int) -> [[UInt8]] {
        (0..<min(count(tag), limit)).compactMap { index in
            var sample: OpaquePointer?
            guard unsafe gst_tag_list_get_sample_index(list, tag, guint(index), &sample) != 0,
                let sample = unsafe sample
            else { return nil }
            defer { unsafe gst_sample_unref(sample) }
            guard let buffer = unsafe gst_sample_get_buffer(sample),
                unsafe gst_buffer_get_size(buffer) <= 1 << 16
            else { return nil }
            return unsafe withBytes(of: buffer) { unsafe Array($0) }
        }
    }

    private func count(_ tag: String) -> Int { unsafe Int(gst_tag_list_get_tag_size(list, tag)) }
}
