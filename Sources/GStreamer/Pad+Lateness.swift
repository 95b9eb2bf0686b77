internal import CGStreamer

extension Pad {
    /// Calls a handler when a sink reports lateness of data from this pad (`GST_EVENT_QOS`), on the streaming
    /// thread. Decoders drop late frames, most of them without a message (1.22.0).
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
