internal import CGStreamer

/// What is known of one stream of a medium: what it says of itself in events on its way, or in a collection.
package struct StreamFacts: Sendable, Equatable {
    package enum Kind: Sendable { case video, audio, text }

    /// Its name, the same wherever it passes.
    package var id: String
    package var kind: Kind?
    /// Whether the medium asks for it to be presented (`GST_STREAM_FLAG_SELECT`), or not to be (`GST_STREAM_FLAG_UNSELECT`).
    package var isSelected = false
    package var isUnselected = false
    package var tags = StreamTags()
    package var format = StreamFormat()

    package init(id: String) { self.id = id }
}

/// What the tags of one stream say (`GstTagList`).
package struct StreamTags: Sendable, Equatable {
    /// As ISO 639-1 or 639-2 has it.
    package var language: String?
    package var title: String?
    package var codec: String?
    package var bitrate: Int?

    init() {}
}

/// What the caps of a stream say (`GstCaps`).
package struct StreamFormat: Sendable, Equatable {
    /// For example `video/x-h264`.
    package var mediaType: String?
    package var width: Int?
    package var height: Int?
    /// How wide a pixel is, as a multiple of its height.
    package var pixelAspect: Double?
    package var frameRate: Double?
    package var channels: Int?
    package var sampleRate: Int?

    package init() {}
}

extension Pad {
    /// The name of the stream that passes (`gst_pad_get_stream_id`); nil before its beginning.
    package var streamID: String? { unsafe string(taking: gst_pad_get_stream_id(raw)) }

    /// What its caps say; empty before it has any.
    package var format: StreamFormat {
        guard let caps = unsafe gst_pad_get_current_caps(raw) else { return StreamFormat() }
        defer { unsafe gst_caps_unref(caps) }
        return unsafe StreamFormat(lending: caps)
    }

    /// What a stream says of itself.
    package enum Announcement: Sendable {
        case start(StreamFacts)
        case format(StreamFormat)
        case tags(StreamTags)
    }

    /// Hears of what a stream says of itself, on the streaming thread (`gst_pad_add_probe`).
    package func onAnnouncement(_ handler: @escaping @Sendable (Announcement) -> Void) {
        unsafe gst_pad_add_probe(
            raw, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
            { _, info, data in
                if let info = unsafe info, let data = unsafe data,
                    let event = unsafe playhead_probe_event(info),
                    let announcement = unsafe Announcement(lending: event)
                {
                    unsafe Box<@Sendable (Announcement) -> Void>.value(of: data)(announcement)
                }
                return GST_PAD_PROBE_OK
            }, unsafe Box.data(handler), { unsafe releaseBox($0) })
    }
}

extension Pad.Announcement {
    init?(lending event: UnsafeMutablePointer<GstEvent>) {
        switch unsafe playhead_event_type(event) {
        case GST_EVENT_STREAM_START:
            var id: UnsafePointer<gchar>?
            var flags = GstStreamFlags(rawValue: 0)
            unsafe gst_event_parse_stream_start(event, &id)
            unsafe gst_event_parse_stream_flags(event, &flags)
            var facts = StreamFacts(id: unsafe string(id) ?? "")
            facts.take(flags)
            self = .start(facts)
        case GST_EVENT_CAPS:
            var caps: UnsafeMutablePointer<GstCaps>?
            unsafe gst_event_parse_caps(event, &caps)
            guard let caps = unsafe caps else { return nil }
            self = unsafe .format(StreamFormat(lending: caps))
        case GST_EVENT_TAG:
            var list: UnsafeMutablePointer<GstTagList>?
            unsafe gst_event_parse_tag(event, &list)
            // What is said of the whole medium is said on every stream.
            guard let list = unsafe list else { return nil }
            let scope = unsafe gst_tag_list_get_scope(list)
            guard scope == GST_TAG_SCOPE_STREAM else { return nil }
            self = unsafe .tags(StreamTags(lending: list))
        default: return nil
        }
    }
}

extension StreamFacts {
    /// The streams of a collection (`GstStreamCollection`), in its order.
    static func all(in collection: UnsafeMutablePointer<GstStreamCollection>) -> [StreamFacts] {
        let count = unsafe gst_stream_collection_get_size(collection)
        return (0..<count).compactMap { index in
            guard let stream = unsafe gst_stream_collection_get_stream(collection, index) else { return nil }
            return unsafe StreamFacts(lending: stream)
        }
    }

    private init(lending stream: UnsafeMutablePointer<GstStream>) {
        id = unsafe string(gst_stream_get_stream_id(stream)) ?? ""
        let type = unsafe gst_stream_get_stream_type(stream)
        let kinds = [
            (GST_STREAM_TYPE_VIDEO, Kind.video), (GST_STREAM_TYPE_AUDIO, .audio),
            (GST_STREAM_TYPE_TEXT, .text),
        ]
        kind = kinds.first { type.rawValue & $0.0.rawValue != 0 }?.1
        unsafe take(gst_stream_get_stream_flags(stream))
        if let list = unsafe gst_stream_get_tags(stream) {
            tags = unsafe StreamTags(lending: list)
            unsafe gst_mini_object_unref(
                UnsafeMutableRawPointer(list).assumingMemoryBound(to: GstMiniObject.self))
        }
        if let caps = unsafe gst_stream_get_caps(stream) {
            format = unsafe StreamFormat(lending: caps)
            unsafe gst_caps_unref(caps)
        }
    }

    fileprivate mutating func take(_ flags: GstStreamFlags) {
        isSelected = flags.rawValue & GST_STREAM_FLAG_SELECT.rawValue != 0
        isUnselected = flags.rawValue & GST_STREAM_FLAG_UNSELECT.rawValue != 0
    }
}

extension StreamTags {
    /// What is said anew beside what is known.
    package mutating func merge(_ other: StreamTags) {
        language = other.language ?? language
        title = other.title ?? title
        codec = other.codec ?? codec
        bitrate = other.bitrate ?? bitrate
    }

    init(lending list: UnsafeMutablePointer<GstTagList>) {
        func text(_ name: String) -> String? {
            var value: UnsafeMutablePointer<gchar>?
            guard unsafe gst_tag_list_get_string(list, name, &value) != 0 else { return nil }
            return unsafe string(taking: value)
        }
        func number(_ name: String) -> Int? {
            var value: guint = 0
            return unsafe gst_tag_list_get_uint(list, name, &value) != 0 ? Int(value) : nil
        }
        language = text("language-code")
        title = text("title")
        codec = text("video-codec") ?? text("audio-codec") ?? text("subtitle-codec")
        bitrate = number("bitrate") ?? number("nominal-bitrate")
    }
}

extension StreamFormat {
    init(lending caps: UnsafeMutablePointer<GstCaps>) {
        guard unsafe gst_caps_get_size(caps) > 0, let structure = unsafe gst_caps_get_structure(caps, 0)
        else { return }
        func number(_ name: String) -> Int? {
            var value: gint = 0
            return unsafe gst_structure_get_int(structure, name, &value) != 0 ? Int(value) : nil
        }
        func fraction(_ name: String) -> Double? {
            var (over, under): (gint, gint) = (0, 0)
            guard unsafe gst_structure_get_fraction(structure, name, &over, &under) != 0, over > 0, under > 0
            else { return nil }
            return Double(over) / Double(under)
        }
        mediaType = unsafe string(gst_structure_get_name(structure))
        (width, height) = (number("width"), number("height"))
        (channels, sampleRate) = (number("channels"), number("rate"))
        (pixelAspect, frameRate) = (fraction("pixel-aspect-ratio"), fraction("framerate"))
    }
}
