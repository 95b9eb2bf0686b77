internal import GStreamer

extension Player {
    /// The version of this library.
    public static let version = "0.1.0"

    /// The version of the GStreamer that is in use, such as `1.22.0`. Asking does not start GStreamer.
    public static var gstreamerVersion: String { Runtime.version }
}
