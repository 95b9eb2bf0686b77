internal import GStreamer
public import PlayheadCore

extension Player {
    /// The version of GStreamer in use, such as `1.22.0`. Reading it does not start GStreamer.
    public static var gstreamerVersion: String { Runtime.version }
}
