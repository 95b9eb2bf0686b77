internal import CGStreamer

extension Pad {
    /// Replaces the bytes of each buffer and keeps its times (`gst_buffer_copy_into`); nil drops the buffer.
    /// It runs on the streaming thread.
    package func rewrite(_ change: @escaping @Sendable ([UInt8]) -> [UInt8]?) {
        unsafe gst_pad_add_probe(
            raw, GST_PAD_PROBE_TYPE_BUFFER,
            { _, info, data in
                guard let info = unsafe info, let data = unsafe data,
                    let buffer = unsafe playhead_probe_buffer(info),
                    let bytes = unsafe withBytes(of: buffer, { unsafe Array($0) })
                else { return GST_PAD_PROBE_OK }
                guard let other = unsafe Box<@Sendable ([UInt8]) -> [UInt8]?>.value(of: data)(bytes) else {
                    return GST_PAD_PROBE_DROP
                }
                if other != bytes, let made = unsafe gst_buffer_new_memdup(other, gsize(other.count)) {
                    unsafe playhead_probe_replace(info, made)
                }
                return GST_PAD_PROBE_OK
            }, unsafe Box.data(change), { unsafe releaseBox($0) })
    }

    /// Stores other caps on the pad before any element queries them (`gst_pad_store_sticky_event`).
    package func pretend(caps text: String) {
        guard let caps = unsafe gst_caps_from_string(text) else { return }
        defer { unsafe gst_caps_unref(caps) }
        guard let event = unsafe gst_event_new_caps(caps) else { return }
        defer { unsafe gst_event_unref(event) }
        _ = unsafe gst_pad_store_sticky_event(raw, event)
    }
}
