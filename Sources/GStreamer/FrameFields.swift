internal import CGStreamer

/// The fields of a decoded frame, by its flags (`GstVideoBufferFlags`).
package struct FrameFields: Sendable, Equatable {
    package var isInterlaced: Bool
    package var isTopFirst: Bool

    init(lending buffer: UnsafeMutablePointer<GstBuffer>) {
        let flags = unsafe UInt64(playhead_buffer_flags(buffer))
        isInterlaced = flags & UInt64(GST_VIDEO_BUFFER_FLAG_INTERLACED.rawValue) != 0
        isTopFirst = flags & UInt64(GST_VIDEO_BUFFER_FLAG_TFF.rawValue) != 0
    }
}

extension Pad {
    /// Calls a handler with the fields of the first frame, on the streaming thread.
    package func onFirstFrame(_ handler: @escaping @Sendable (FrameFields) -> Void) {
        unsafe gst_pad_add_probe(
            raw, GST_PAD_PROBE_TYPE_BUFFER,
            { _, info, data in
                guard let info = unsafe info, let data = unsafe data,
                    let buffer = unsafe playhead_probe_buffer(info)
                else { return GST_PAD_PROBE_OK }
                let fields = unsafe FrameFields(lending: buffer)
                unsafe Box<@Sendable (FrameFields) -> Void>.value(of: data)(fields)
                return GST_PAD_PROBE_REMOVE
            }, unsafe Box.data(handler), { unsafe releaseBox($0) })
    }
}
