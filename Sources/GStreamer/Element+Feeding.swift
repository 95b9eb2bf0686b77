internal import CGStreamer

/// The next buffer of a source, with its time.
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
    /// Feeds this `appsrc` whenever its queue is empty, on its streaming thread. nil ends the stream
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

/// The error of an invalid pipeline description.
package struct DescriptionFault: Error, Equatable {
    /// The message of GStreamer.
    package var message: String
}

extension Element {
    /// Makes a pipeline from a description (`gst_parse_launch`). It starts GStreamer.
    package static func pipeline(described description: String) throws(DescriptionFault) -> Element {
        if let fault = Runtime.startFault { throw DescriptionFault(message: fault) }
        var error: UnsafeMutablePointer<GError>?
        let made = unsafe gst_parse_launch(description, &error).map { unsafe Element(taking: $0) }
        defer { unsafe g_clear_error(&error) }
        // `gst_parse_launch` may return a pipeline and an error together.
        if let error = unsafe error {
            throw DescriptionFault(message: unsafe String(cString: error.pointee.message))
        }
        guard let made else { throw DescriptionFault(message: "no pipeline was made") }
        return made
    }

    /// The element with a name at any depth (`gst_bin_get_by_name`).
    package func child(named name: String) -> Element? {
        guard let child = unsafe gst_bin_get_by_name(playhead_bin(raw), name) else { return nil }
        defer { unsafe gst_object_unref(child) }
        return unsafe Element(retaining: child)
    }
}
