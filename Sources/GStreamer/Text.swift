internal import CGStreamer

/// A piece of text that passed a pad, with its times on the media timeline.
package struct TextSample: Sendable, Equatable {
    package var text: String
    package var start: Duration
    package var end: Duration?
    /// The name of the stream that it came in.
    package var stream: String?
}

extension Pad {
    /// Takes each text that comes to this pad, and what stands for none (`gst_pad_add_probe`), on the streaming thread. Nothing of
    /// it goes on: a sink would hold it until the pipeline plays.
    package func takeText(_ handler: @escaping @Sendable (TextSample) -> Void) {
        let mask = GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
        unsafe gst_pad_add_probe(
            raw, GstPadProbeType(rawValue: mask),
            { pad, info, data in
                guard let info = unsafe info, let pad = unsafe pad, let data = unsafe data else {
                    return GST_PAD_PROBE_OK
                }
                if unsafe playhead_probe_type(info).rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue == 0 {
                    guard let event = unsafe playhead_probe_event(info),
                        unsafe playhead_event_type(event) == GST_EVENT_GAP
                    else { return GST_PAD_PROBE_OK }
                    return GST_PAD_PROBE_DROP
                }
                if let buffer = unsafe playhead_probe_buffer(info),
                    let text = unsafe TextSample(lending: buffer, at: pad)
                {
                    unsafe Box<@Sendable (TextSample) -> Void>.value(of: data)(text)
                }
                return GST_PAD_PROBE_DROP
            }, unsafe Box.data(handler), { unsafe releaseBox($0) })
    }
}

extension TextSample {
    init?(lending buffer: UnsafeMutablePointer<GstBuffer>, at pad: UnsafeMutablePointer<GstPad>) {
        guard let event = unsafe gst_pad_get_sticky_event(pad, GST_EVENT_SEGMENT, 0),
            let pts = unsafe duration(playhead_buffer_pts(buffer))
        else { return nil }
        defer { unsafe gst_event_unref(event) }
        guard case .segment(let segment)? = unsafe Pad.Passage(lending: event),
            let start = segment.streamTime(pts),
            let text = unsafe withBytes(of: buffer, { unsafe String(decoding: $0, as: UTF8.self) })
        else { return nil }
        self.start = start
        end = unsafe duration(playhead_buffer_duration(buffer)).map { start + $0 }
        self.text = text
        stream = unsafe string(taking: gst_pad_get_stream_id(pad))
    }
}
