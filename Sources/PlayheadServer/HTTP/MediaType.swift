/// The media types by file name extension.
enum MediaType {
    static func name(for path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: ".") else { return unknown }
        return names[name[name.index(after: dot)...].lowercased()] ?? unknown
    }

    static let text = "text/plain; charset=utf-8"
    private static let unknown = "application/octet-stream"
    private static let names = [
        "m3u8": "application/vnd.apple.mpegurl", "mpd": "application/dash+xml",
        "ts": "video/mp2t", "mp4": "video/mp4", "m4s": "video/iso.segment", "m4v": "video/mp4",
        "mov": "video/quicktime", "mkv": "video/matroska", "webm": "video/webm", "avi": "video/vnd.avi",
        "m4a": "audio/mp4", "aac": "audio/aac", "mp3": "audio/mpeg", "flac": "audio/flac", "wav": "audio/wav",
        "ogg": "audio/ogg", "oga": "audio/ogg", "opus": "audio/ogg", "ogv": "video/ogg",
        "mka": "audio/matroska",
        "vtt": "text/vtt; charset=utf-8", "srt": "application/x-subrip", "ass": "text/x-ssa",
        "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif",
        "json": "application/json", "txt": text, "md": "text/markdown; charset=utf-8",
        "html": "text/html; charset=utf-8", "xml": "application/xml", "key": "application/octet-stream",
    ]
}
