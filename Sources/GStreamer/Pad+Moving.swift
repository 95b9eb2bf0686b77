internal import CGStreamer

extension Pad {
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
