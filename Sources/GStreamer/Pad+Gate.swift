internal import CGStreamer

extension Pad {
    /// Lets data pass only while that is so, asked for each piece on the streaming thread; events always pass (`gst_pad_add_probe`).
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

    /// The same for each piece by its time, that of its buffers.
    package func passPieces(if isWanted: @escaping @Sendable (_ start: Duration?) -> Bool) {
        unsafe passBuffers { unsafe isWanted(GStreamer.duration(playhead_buffer_pts($0))) }
    }

    /// Lets those buffers pass of which this is so, asked on the streaming thread.
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

    /// Lets those events pass downstream of which this is so, asked in the thread that sends them.
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

    /// Hands this sink pad pieces that did not come by its link, as if what the other pad says of its stream had been said before
    /// (`gst_pad_send_event`, `gst_pad_chain`). In the calling thread; whoever feeds the pad meanwhile waits.
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
    /// A pad that is made on demand (`gst_element_request_pad_simple`), by its template.
    package func requestPad(_ template: String) -> Pad? {
        unsafe gst_element_request_pad_simple(raw, template).map { unsafe Pad(taking: $0) }
    }
}
