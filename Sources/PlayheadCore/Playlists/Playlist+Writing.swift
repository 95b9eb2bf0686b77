extension Playlist {
    /// The playlist as M3U8, with URIs unchanged and file URIs as paths; relative paths below the folder.
    ///
    /// The text is UTF-8 with VLC's extensions: titles, durations in whole seconds where ``durations`` has
    /// them, and start and end positions. Reading it from that folder gives the same items; tracks, chapters
    /// and subtitle files are not written.
    ///
    /// - Parameter folder: the path of the playlist's folder; nil for no relative paths.
    public func m3u8(relativeTo folder: String? = nil) -> String {
        PlaylistWriter(folder: folder).text(of: self)
    }
}
