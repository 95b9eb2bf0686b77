internal import GStreamer

/// What an address tells of the decoders that its content will need, before anything has been read.
enum DecoderPreload {
    /// Begins to load the decoders that content of this name mostly needs, while it is being opened. A wrong guess costs
    /// a thread's work of 40 ms, once in a process.
    static func prepare(for uri: String) {
        if libavContainers.contains(suffix(of: uri)) { PluginPreload.begin(PluginPreload.libav) }
    }

    /// The containers of H.264, H.265 and AAC, which Debian's GStreamer decodes with libav.
    private static let libavContainers: Set<String> = [
        "mp4", "m4v", "m4a", "mov", "3gp", "mkv", "mka", "avi", "flv", "ts", "mts", "m2ts", "mpg", "mpeg",
        "vob", "wmv",
        "asf", "wma", "aac", "ac3", "m3u8", "mpd",
    ]

    /// The suffix of the last name in the path, in lower case.
    private static func suffix(of uri: String) -> String {
        let path = uri.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard let dot = path.lastIndex(of: UInt8(ascii: ".")) else { return "" }
        return Substring(path[dot...].dropFirst().prefix(5)).lowercased()
    }
}
