internal import CGStreamer

/// The properties of one stream, from events in the stream or from a stream collection.
package struct StreamInfo: Sendable, Equatable {
    package enum Kind: Sendable { case video, audio, text }

    /// The stream ID, which is the same in all elements.
    package var id: String
    package var kind: Kind?
    /// Whether the medium marks the stream for presentation (`GST_STREAM_FLAG_SELECT`).
    package var isSelected = false
    package var tags: [TagValues] = []
    /// The caps of the encoded stream.
    package var caps: CapsValues?

    package init(id: String) { self.id = id }
}

extension Pad {
    /// An event that describes a stream.
    package enum Announcement: Sendable {
        case start(StreamInfo)
        case caps(CapsValues)
        case tags(TagValues)
    }

    /// Calls a handler for events that describe the stream, on the streaming thread (`gst_pad_add_probe`).
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
            var facts = StreamInfo(id: unsafe string(id) ?? "")
            facts.take(flags)
            self = .start(facts)
        case GST_EVENT_CAPS:
            var caps: UnsafeMutablePointer<GstCaps>?
            unsafe gst_event_parse_caps(event, &caps)
            guard let caps = unsafe caps, let values = unsafe CapsValues(lending: caps) else { return nil }
            self = .caps(values)
        case GST_EVENT_TAG:
            var list: UnsafeMutablePointer<GstTagList>?
            unsafe gst_event_parse_tag(event, &list)
            guard let list = unsafe list else { return nil }
            self = unsafe .tags(TagValues(lending: list))
        default: return nil
        }
    }
}

extension StreamInfo {
    fileprivate mutating func take(_ flags: GstStreamFlags) {
        isSelected = flags.rawValue & GST_STREAM_FLAG_SELECT.rawValue != 0
    }
}
