internal import CGStreamer

extension Pad {
    /// The ID of the stream (`gst_pad_get_stream_id`); nil before the stream has started.
    package var streamID: String? { unsafe string(taking: gst_pad_get_stream_id(raw)) }

    /// The duration of the medium of its stream (`gst_pad_query_duration`); nil if it is unknown or absent.
    package var duration: Duration? {
        var value: gint64 = 0
        guard unsafe gst_pad_query_duration(raw, GST_FORMAT_TIME, &value) != 0, value > 0 else { return nil }
        return .nanoseconds(value)
    }

    /// The current caps (`gst_pad_get_current_caps`); nil without caps.
    package var caps: CapsValues? {
        guard let caps = unsafe gst_pad_get_current_caps(raw) else { return nil }
        defer { unsafe gst_caps_unref(caps) }
        return unsafe CapsValues(lending: caps)
    }

    /// The current caps as text (`gst_caps_to_string`); nil without caps.
    package var capsText: String? {
        guard let caps = unsafe gst_pad_get_current_caps(raw) else { return nil }
        defer { unsafe gst_caps_unref(caps) }
        return unsafe string(taking: gst_caps_to_string(caps))
    }

    /// Calls a handler for caps events, on the streaming thread (`gst_pad_add_probe`).
    package func onCaps(_ handler: @escaping @Sendable (CapsValues) -> Void) {
        unsafe gst_pad_add_probe(
            raw, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
            { _, info, data in
                guard let info = unsafe info, let data = unsafe data,
                    let event = unsafe playhead_probe_event(info),
                    unsafe playhead_event_type(event) == GST_EVENT_CAPS
                else { return GST_PAD_PROBE_OK }
                var caps: UnsafeMutablePointer<GstCaps>?
                unsafe gst_event_parse_caps(event, &caps)
                if let caps = unsafe caps, let values = unsafe CapsValues(lending: caps) {
                    unsafe Box<@Sendable (CapsValues) -> Void>.value(of: data)(values)
                }
                return GST_PAD_PROBE_OK
            }, unsafe Box.data(handler), { unsafe releaseBox($0) })
    }
}
