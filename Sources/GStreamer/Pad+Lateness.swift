internal import CGStreamer

extension Pad {
    /// Hears how late what has passed this pad was for its output, when it was late (`GST_EVENT_QOS`), on the streaming thread. Decoders leave out
    /// what they cannot decode in time any more, mostly without a word (1.22.0).
    package func onLateness(_ handler: @escaping @Sendable (Duration) -> Void) {
        unsafe gst_pad_add_probe(
            raw, GST_PAD_PROBE_TYPE_EVENT_UPSTREAM,
            { _, info, data in
                guard let info = unsafe info, let data = unsafe data,
                    let event = unsafe playhead_probe_event(info),
                    unsafe playhead_event_type(event) == GST_EVENT_QOS
                else { return GST_PAD_PROBE_OK }
                var late: GstClockTimeDiff = 0
                unsafe gst_event_parse_qos(event, nil, nil, &late, nil)
                if late > 0 {
                    unsafe Box<@Sendable (Duration) -> Void>.value(of: data)(.nanoseconds(late))
                }
                return GST_PAD_PROBE_OK
            }, unsafe Box.data(handler), { unsafe releaseBox($0) })
    }
}
