internal import GStreamer

/// Loads decoders that the name of an item suggests, before anything has been read.
enum DecoderPreload {
    /// Starts to load the usual decoders of content with this name while it is being opened. A wrong guess
    /// costs 40 ms of one thread, once per process.
    static func prepare(for uri: String) {
        if libavContainers.contains(suffix(of: uri)) { PluginPreload.begin(PluginPreload.libav) }
    }

    /// The containers of H.264, H.265 and AAC, which Debian's GStreamer decodes with libav.
    private static let libavContainers: Set<String> = [
        "mp4", "m4v", "m4a", "mov", "3gp", "mkv", "mka", "avi", "flv", "ts", "mts", "m2ts", "mpg", "mpeg",
        "vob", "wmv",
        "asf", "wma", "aac", "ac3", "m3u8", "mpd",
    ]

    /// The suffix of the last path component, in lower case.
    private static func suffix(of uri: String) -> String {
        let path = uri.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard let dot = path.lastIndex(of: UInt8(ascii: ".")) else { return "" }
        return Substring(path[dot...].dropFirst().prefix(5)).lowercased()
    }
}
