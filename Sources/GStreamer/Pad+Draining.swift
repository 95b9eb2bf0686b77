internal import CGStreamer

extension Pad {
    /// Has the decoder of what enters this queue give out all that it holds when that ends, without waiting for the end to arrive:
    /// decodebin3 keeps the end of a stream until all have ended (1.22.0), and decoders keep their last pictures until the end.
    package func drainAtEnd() {
        unsafe passEvents { pad, event in
            // What a decoder is told before a still: it drains itself.
            if unsafe playhead_event_type(event) == GST_EVENT_EOS {
                unsafe gst_pad_send_event(pad, gst_video_event_new_still_frame(1))
            }
            return true
        }
    }

    /// Moves the times of all that passes, by what is answered for each buffer.
    package func moveTimes(_ distance: @escaping @Sendable () -> Duration) {
        unsafe gst_pad_add_probe(
            raw, GST_PAD_PROBE_TYPE_BUFFER,
            { _, info, data in
                guard let info = unsafe info, let data = unsafe data else { return GST_PAD_PROBE_OK }
                let distance = unsafe Box<@Sendable () -> Duration>.value(of: data)()
                if distance > .zero {
                    unsafe playhead_probe_move(info, GstClockTime(clamping: distance.gstreamerTime))
                }
                return GST_PAD_PROBE_OK
            }, unsafe Box.data(distance), { unsafe releaseBox($0) })
    }
}
