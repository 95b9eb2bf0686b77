internal import CGStreamer

/// What a source gives next, with its place in time.
package struct SourceBytes: Sendable {
    package var bytes: [UInt8]
    package var start: Duration
    package var duration: Duration

    package init(_ bytes: [UInt8], start: Duration, duration: Duration) {
        self.bytes = bytes
        self.start = start
        self.duration = duration
    }
}

extension Element {
    /// Has this `appsrc` ask for what comes next whenever it has nothing, on its streaming thread; nil ends the stream
    /// (`need-data`, `push-buffer`, `end-of-stream`).
    package func feed(_ next: @escaping @Sendable () -> SourceBytes?) {
        let callback: @convention(c) (UnsafeMutablePointer<GstElement>?, guint, gpointer?) -> Void = {
            element, _, data in
            guard let element = unsafe element, let data = unsafe data else { return }
            guard let next = unsafe Box<@Sendable () -> SourceBytes?>.value(of: data)() else {
                return unsafe playhead_end_stream(element)
            }
            guard let buffer = unsafe gst_buffer_new_memdup(next.bytes, gsize(next.bytes.count)) else {
                return
            }
            defer { unsafe gst_buffer_unref(buffer) }
            unsafe buffer.pointee.pts = GstClockTime(clamping: next.start.gstreamerTime)
            unsafe buffer.pointee.duration = GstClockTime(clamping: next.duration.gstreamerTime)
            unsafe playhead_push_buffer(element, buffer)
        }
        unsafe connect("need-data", unsafeBitCast(callback, to: GCallback.self), Box.data(next))
    }
}

/// Why a pipeline could not be made of its description.
package struct DescriptionFault: Error, Equatable {
    /// In GStreamer's own words.
    package var message: String
}

extension Element {
    /// A pipeline by its description in GStreamer's language for that (`gst_parse_launch`). Starts GStreamer.
    package static func pipeline(described description: String) throws(DescriptionFault) -> Element {
        if let fault = Runtime.startFault { throw DescriptionFault(message: fault) }
        var error: UnsafeMutablePointer<GError>?
        let made = unsafe gst_parse_launch(description, &error).map { unsafe Element(taking: $0) }
        defer { unsafe g_clear_error(&error) }
        // There may be a pipeline and an error.
        if let error = unsafe error {
            throw DescriptionFault(message: unsafe String(cString: error.pointee.message))
        }
        guard let made else { throw DescriptionFault(message: "no pipeline was made") }
        return made
    }

    /// The element of this name, anywhere inside (`gst_bin_get_by_name`).
    package func child(named name: String) -> Element? {
        guard let child = unsafe gst_bin_get_by_name(playhead_bin(raw), name) else { return nil }
        defer { unsafe gst_object_unref(child) }
        return unsafe Element(retaining: child)
    }
}
