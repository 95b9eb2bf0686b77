internal import CGStreamer

/// A piece of text that passed a pad, or of pictures of text, with its times on the media timeline.
package struct TextSample: Sendable, Equatable {
    package var bytes: [UInt8]
    package var start: Duration
    package var end: Duration?
    /// The name of the stream that it came in.
    package var stream: String?

    package var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension Pad {
    /// Takes each text that comes to this pad, and what stands for none (`gst_pad_add_probe`), on the streaming thread. Nothing of
    /// it goes on: a sink would hold it until the pipeline plays.
    /// `onEnd` is called at the end of the stream, with the stream's name and the number of that end.
    package func takeText(
        _ handler: @escaping @Sendable (TextSample) -> Void,
        onEnd: @escaping @Sendable (_ stream: String?, Seqnum) -> Void
    ) {
        let mask = GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
        unsafe gst_pad_add_probe(
            raw, GstPadProbeType(rawValue: mask),
            { pad, info, data in
                guard let info = unsafe info, let pad = unsafe pad, let data = unsafe data else {
                    return GST_PAD_PROBE_OK
                }
                if unsafe playhead_probe_type(info).rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue == 0 {
                    guard let event = unsafe playhead_probe_event(info) else { return GST_PAD_PROBE_OK }
                    let type = unsafe playhead_event_type(event)
                    if type == GST_EVENT_EOS {
                        unsafe Box<TextTaker>.value(of: data).onEnd(
                            string(taking: gst_pad_get_stream_id(pad)),
                            Seqnum(raw: gst_event_get_seqnum(event)))
                    }
                    return type == GST_EVENT_GAP ? GST_PAD_PROBE_DROP : GST_PAD_PROBE_OK
                }
                if let buffer = unsafe playhead_probe_buffer(info),
                    let text = unsafe TextSample(lending: buffer, at: pad)
                {
                    unsafe Box<TextTaker>.value(of: data).handler(text)
                }
                return GST_PAD_PROBE_DROP
            }, unsafe Box.data(TextTaker(handler: handler, onEnd: onEnd)), { unsafe releaseBox($0) })
    }

    /// Takes the bytes of each buffer that comes to this pad, on the streaming thread. Nothing of it goes on.
    package func takeBytes(_ handler: @escaping @Sendable ([UInt8]) -> Void) {
        unsafe passBuffers { buffer in
            if let bytes = unsafe withBytes(of: buffer, { unsafe Array($0) }) { handler(bytes) }
            return false
        }
    }
}

/// Who takes the texts of a pad.
private struct TextTaker: Sendable {
    var handler: @Sendable (TextSample) -> Void
    var onEnd: @Sendable (String?, Seqnum) -> Void
}

extension TextSample {
    init?(lending buffer: UnsafeMutablePointer<GstBuffer>, at pad: UnsafeMutablePointer<GstPad>) {
        guard let event = unsafe gst_pad_get_sticky_event(pad, GST_EVENT_SEGMENT, 0),
            let pts = unsafe duration(playhead_buffer_pts(buffer))
        else { return nil }
        defer { unsafe gst_event_unref(event) }
        guard case .segment(let segment)? = unsafe Pad.Passage(lending: event),
            let start = segment.streamTime(pts),
            let bytes = unsafe withBytes(of: buffer, { unsafe Array($0) })
        else { return nil }
        self.start = start
        end = unsafe duration(playhead_buffer_duration(buffer)).map { start + $0 }
        self.bytes = bytes
        stream = unsafe string(taking: gst_pad_get_stream_id(pad))
    }
}
