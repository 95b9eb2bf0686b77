internal import CGStreamer

/// The parts of an address (`GstUri`).
package struct Address: Sendable, Equatable {
    package var scheme: String
    package var host: String?
    package var port: Int?
    package var path: String

    /// Takes an address apart (`gst_uri_from_string`); nil when it is none.
    package init?(_ text: String) {
        guard Runtime.startFault == nil, let uri = unsafe gst_uri_from_string(text) else { return nil }
        defer {
            unsafe gst_mini_object_unref(
                UnsafeMutableRawPointer(uri).assumingMemoryBound(to: GstMiniObject.self))
        }
        guard let scheme = unsafe string(gst_uri_get_scheme(uri)) else { return nil }
        self.scheme = scheme.lowercased()
        host = unsafe string(gst_uri_get_host(uri))
        let port = unsafe gst_uri_get_port(uri)
        self.port = port == 0 ? nil : Int(port)
        path = unsafe string(taking: gst_uri_get_path(uri)) ?? ""
    }
}
