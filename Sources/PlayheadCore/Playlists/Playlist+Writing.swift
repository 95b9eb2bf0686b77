extension Playlist {
    /// Writes the addresses as they are, or as paths if they are of files: relative ones where they are below the folder.
    ///
    /// In UTF-8, with what VLC understands: titles, lengths in whole seconds where ``durations`` has them, start and end positions. Read
    /// again from that folder, the items are the same; tracks, chapters and subtitle files are not written.
    ///
    /// - Parameter folder: the path of the folder that the list will be in; nil to write no relative paths.
    public func m3u8(relativeTo folder: String? = nil) -> String {
        PlaylistWriter(folder: folder).text(of: self)
    }
}
