internal import CGStreamer

extension Pad {
    /// Passes the bytes of each buffer with a byte offset to a handler, pulled or pushed, on a streaming thread before they
    /// pass.
    package func onBytes(_ handler: @escaping @Sendable (_ bytes: [UInt8], _ offset: Int) -> Void) {
        unsafe gst_pad_add_probe(
            raw, GST_PAD_PROBE_TYPE_BUFFER,
            { _, info, data in
                guard let data = unsafe data, let info = unsafe info,
                    let buffer = unsafe playhead_probe_buffer(info),
                    let offset = unsafe Int(exactly: playhead_buffer_offset(buffer)),
                    let bytes = unsafe withBytes(of: buffer, { unsafe Array($0) })
                else { return GST_PAD_PROBE_OK }
                unsafe Box<@Sendable ([UInt8], Int) -> Void>.value(of: data)(bytes, offset)
                return GST_PAD_PROBE_OK
            }, unsafe Box.data(handler), { unsafe releaseBox($0) })
    }
}
