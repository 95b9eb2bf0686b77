internal import CGStreamer
internal import Synchronization

extension Pad {
    /// Calls a handler when the order of the fields becomes known, and when it changes, before the frame
    /// passes. It runs on the streaming thread.
    package func onFieldOrder(_ handler: @escaping @Sendable (_ isTopFirst: Bool) -> Void) {
        let watch = FieldOrderWatch(handler: handler)
        unsafe gst_pad_add_probe(
            raw, GST_PAD_PROBE_TYPE_BUFFER,
            { _, info, data in
                if let info = unsafe info, let data = unsafe data,
                    let buffer = unsafe playhead_probe_buffer(info)
                {
                    unsafe Box<FieldOrderWatch>.value(of: data).take(FrameFields(lending: buffer))
                }
                return GST_PAD_PROBE_OK
            }, unsafe Box.data(watch), { unsafe releaseBox($0) })
    }

    /// Lets reports of late frames pass by an element, from its source pad to its sink pad. The element would
    /// drop frames by itself.
    package func passQuality(to entry: Pad) {
        unsafe gst_pad_add_probe(
            raw, GST_PAD_PROBE_TYPE_EVENT_UPSTREAM,
            { _, info, data in
                guard let info = unsafe info, let data = unsafe data,
                    let event = unsafe playhead_probe_event(info),
                    unsafe playhead_event_type(event) == GST_EVENT_QOS
                else { return GST_PAD_PROBE_OK }
                let entry = unsafe Box<Pad>.value(of: data)
                unsafe gst_pad_push_event(entry.raw, gst_event_ref(event))
                return GST_PAD_PROBE_DROP
            }, unsafe Box.data(entry), { unsafe releaseBox($0) })
    }
}

/// Remembers the order of the fields.
private final class FieldOrderWatch: Sendable {
    private let handler: @Sendable (Bool) -> Void
    private let known = Mutex<Bool?>(nil)

    init(handler: @escaping @Sendable (Bool) -> Void) { self.handler = handler }

    func take(_ fields: FrameFields) {
        guard fields.isInterlaced || fields.isTopFirst else { return }
        let isNew = known.withLock { known in
            defer { known = fields.isTopFirst }
            return known != fields.isTopFirst
        }
        if isNew { handler(fields.isTopFirst) }
    }
}
