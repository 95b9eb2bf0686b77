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

    /// Replaces bytes at an offset of the medium, in the buffers that a demuxer pulls.
    package func overwrite(at offset: Int, with bytes: [UInt8]) {
        let mask = GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_PULL.rawValue
        unsafe gst_pad_add_probe(
            raw, GstPadProbeType(rawValue: mask),
            { _, info, data in
                guard let info = unsafe info, let data = unsafe data,
                    let buffer = unsafe playhead_probe_buffer(info),
                    let start = unsafe Int(exactly: playhead_buffer_offset(buffer))
                else { return GST_PAD_PROBE_OK }
                let patch = unsafe Box<Patch>.value(of: data)
                let end = unsafe start + Int(gst_buffer_get_size(buffer))
                guard start < patch.offset + patch.bytes.count, patch.offset < end,
                    var content = unsafe withBytes(of: buffer, { unsafe Array($0) })
                else { return GST_PAD_PROBE_OK }
                for (index, byte) in patch.bytes.enumerated() {
                    let place = patch.offset + index - start
                    if content.indices.contains(place) { content[place] = byte }
                }
                if let made = unsafe gst_buffer_new_memdup(content, gsize(content.count)) {
                    unsafe playhead_probe_replace(info, made)
                    unsafe playhead_buffer_set_offset(made, guint64(start))
                }
                return GST_PAD_PROBE_OK
            }, unsafe Box.data(Patch(offset: offset, bytes: bytes)), { unsafe releaseBox($0) })
    }

    private struct Patch {
        let offset: Int
        let bytes: [UInt8]
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
