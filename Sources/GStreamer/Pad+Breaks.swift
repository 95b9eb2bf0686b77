internal import CGStreamer

extension Pad {
    /// Calls a handler for each buffer that is discontinuous or corrupted (`GST_BUFFER_FLAG_DISCONT`,
    /// `GST_BUFFER_FLAG_CORRUPTED`). It runs on the streaming thread, before probes that are added later.
    package func onBreak(_ handler: @escaping @Sendable () -> Void) {
        unsafe gst_pad_add_probe(
            raw, GST_PAD_PROBE_TYPE_BUFFER,
            { _, info, data in
                let signs = GST_BUFFER_FLAG_DISCONT.rawValue | GST_BUFFER_FLAG_CORRUPTED.rawValue
                guard let info = unsafe info, let data = unsafe data,
                    let buffer = unsafe playhead_probe_buffer(info),
                    unsafe playhead_buffer_flags(buffer) & guint64(signs) != 0
                else { return GST_PAD_PROBE_OK }
                unsafe Box<@Sendable () -> Void>.value(of: data)()
                return GST_PAD_PROBE_OK
            }, unsafe Box.data(handler), { unsafe releaseBox($0) })
    }
}
