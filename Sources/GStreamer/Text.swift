internal import CGStreamer

/// A subtitle that passed a pad, as text or as an encoded bitmap, with its media times.
package struct TextSample: Sendable, Equatable {
    package var bytes: [UInt8]
    package var start: Duration
    package var end: Duration?
    /// The ID of its stream.
    package var stream: String?

    package var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension Pad {
    /// Passes each subtitle at this pad to a handler, also empty ones, on the streaming thread
    /// (`gst_pad_add_probe`). Buffers do not pass, because a sink would hold them until the pipeline plays.
    /// `onEnd` is called at the end of the stream, with the stream ID and the sequence number of the EOS
    /// event.
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

    /// Passes the bytes of each buffer at this pad to a handler, on the streaming thread. Buffers do not
    /// pass.
    package func takeBytes(_ handler: @escaping @Sendable ([UInt8]) -> Void) {
        unsafe passBuffers { buffer in
            if let bytes = unsafe withBytes(of: buffer, { unsafe Array($0) }) { handler(bytes) }
            return false
        }
    }
}

/// The handlers for the subtitles of a pad.
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
