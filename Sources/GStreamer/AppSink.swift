internal import CGStreamer

/// A piece of text that reached the end of a branch, with its times on the media timeline.
package struct TextSample: Sendable, Equatable {
    package var text: String
    /// The media type: `text/x-raw` with a format of `utf8` or `pango-markup`.
    package var isMarkup: Bool
    package var start: Duration
    package var end: Duration?
}

extension Element {
    /// Hears of each text that reaches this `appsink` (`gst_app_sink_set_callbacks`), on the streaming thread.
    package func onText(_ handler: @escaping @Sendable (TextSample) -> Void) {
        var callbacks = GstAppSinkCallbacks()
        unsafe callbacks.new_sample = { sink, data in
            guard let sample = unsafe gst_app_sink_pull_sample(sink) else { return GST_FLOW_EOS }
            defer { unsafe gst_sample_unref(sample) }
            if let data = unsafe data, let text = unsafe TextSample(lending: sample) {
                unsafe Box<@Sendable (TextSample) -> Void>.value(of: data)(text)
            }
            return GST_FLOW_OK
        }
        unsafe gst_app_sink_set_callbacks(
            playhead_app_sink(raw), &callbacks, unsafe Box.data(handler), { unsafe releaseBox($0) })
    }
}

extension TextSample {
    init?(lending sample: OpaquePointer) {
        guard let buffer = unsafe gst_sample_get_buffer(sample),
            let rawSegment = unsafe gst_sample_get_segment(sample),
            let pts = unsafe duration(playhead_buffer_pts(buffer))
        else { return nil }
        let segment = Segment(raw: unsafe rawSegment.pointee)
        guard let start = segment.streamTime(pts) else { return nil }
        self.start = start
        end = unsafe duration(playhead_buffer_duration(buffer)).map { start + $0 }
        var map = unsafe GstMapInfo()
        guard unsafe gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return nil }
        defer { unsafe gst_buffer_unmap(buffer, &map) }
        let bytes = unsafe UnsafeBufferPointer(start: map.data, count: Int(map.size))
        text = unsafe String(decoding: bytes, as: UTF8.self)
        isMarkup = false
        if let caps = unsafe gst_sample_get_caps(sample),
            let structure = unsafe gst_caps_get_structure(caps, 0)
        {
            isMarkup = unsafe string(gst_structure_get_string(structure, "format")) == "pango-markup"
        }
    }
}
