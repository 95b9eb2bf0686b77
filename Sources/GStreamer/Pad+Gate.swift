internal import CGStreamer

extension Pad {
    /// Drops data while `isOpen` returns false. It is called on the streaming thread for each buffer or
    /// buffer list. Events always pass (`gst_pad_add_probe`).
    package func passData(while isOpen: @escaping @Sendable () -> Bool) {
        let mask = GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_BUFFER_LIST.rawValue
        unsafe gst_pad_add_probe(
            raw, GstPadProbeType(rawValue: mask),
            { _, _, data in
                guard let data = unsafe data else { return GST_PAD_PROBE_OK }
                let isOpen = unsafe Box<@Sendable () -> Bool>.value(of: data)
                return isOpen() ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP
            }, unsafe Box.data(isOpen), { unsafe releaseBox($0) })
    }

    /// Drops buffers for which `isWanted` returns false, by their timestamp.
    package func passPieces(if isWanted: @escaping @Sendable (_ start: Duration?) -> Bool) {
        unsafe passBuffers { unsafe isWanted(GStreamer.duration(playhead_buffer_pts($0))) }
    }

    /// Drops buffers for which `isWanted` returns false. It is called on the streaming thread.
    func passBuffers(if isWanted: @escaping @Sendable (UnsafeMutablePointer<GstBuffer>) -> Bool) {
        unsafe gst_pad_add_probe(
            raw, GST_PAD_PROBE_TYPE_BUFFER,
            { _, info, data in
                guard let info = unsafe info, let data = unsafe data,
                    let buffer = unsafe playhead_probe_buffer(info)
                else { return GST_PAD_PROBE_OK }
                let isWanted = unsafe Box<@Sendable (UnsafeMutablePointer<GstBuffer>) -> Bool>.value(of: data)
                return unsafe isWanted(buffer) ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP
            }, unsafe Box.data(isWanted), { unsafe releaseBox($0) })
    }

    /// Drops downstream events for which `isWanted` returns false. It is called on the thread that sends the
    /// event.
    func passEvents(
        if isWanted:
            @escaping @Sendable (UnsafeMutablePointer<GstPad>, UnsafeMutablePointer<GstEvent>) -> Bool
    ) {
        unsafe gst_pad_add_probe(
            raw, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
            { pad, info, data in
                guard let pad = unsafe pad, let info = unsafe info, let data = unsafe data,
                    let event = unsafe playhead_probe_event(info)
                else { return GST_PAD_PROBE_OK }
                let isWanted = unsafe Box<
                    @Sendable (UnsafeMutablePointer<GstPad>, UnsafeMutablePointer<GstEvent>) -> Bool
                >.value(of: data)
                return unsafe isWanted(pad, event) ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP
            }, unsafe Box.data(isWanted), { unsafe releaseBox($0) })
    }

    /// Sends data into this sink pad that did not come through its link (`gst_pad_send_event`,
    /// `gst_pad_chain`). The stream start and the caps are copied from the pad `stream`. It runs on the
    /// calling thread, and blocks the thread that feeds the pad.
    package func take(
        _ pieces: [(bytes: [UInt8], start: Duration)], in segment: Segment, of stream: Pad
    ) {
        for type in [GST_EVENT_STREAM_START, GST_EVENT_CAPS] {
            if let event = unsafe gst_pad_get_sticky_event(stream.raw, type, 0) {
                unsafe gst_pad_send_event(raw, event)
            }
        }
        var copy = segment.raw
        unsafe gst_pad_send_event(raw, gst_event_new_segment(&copy))
        for (place, piece) in pieces.enumerated() {
            guard let time = segment.bufferTime(ofStreamTime: piece.start),
                let buffer = unsafe gst_buffer_new_memdup(piece.bytes, gsize(piece.bytes.count))
            else { continue }
            unsafe buffer.pointee.pts = GstClockTime(clamping: time.gstreamerTime)
            if place == 0 { unsafe _ = gst_buffer_set_flags(buffer, GST_BUFFER_FLAG_DISCONT) }
            unsafe gst_pad_chain(raw, buffer)
        }
    }
}

extension Element {
    /// Requests a pad of a template (`gst_element_request_pad_simple`).
    package func requestPad(_ template: String) -> Pad? {
        unsafe gst_element_request_pad_simple(raw, template).map { unsafe Pad(taking: $0) }
    }
}
