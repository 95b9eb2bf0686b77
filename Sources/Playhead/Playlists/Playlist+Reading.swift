internal import GStreamer

extension Playlist {
    /// Reads a list, and the lists that it names, from a file or a network.
    ///
    /// What cannot be used is passed over and said in ``warnings``: broken lines, files of this machine in a list from elsewhere, lists
    /// that name themselves or cannot be had. HLS is one item, and so is it within a list; of an address that ends in `.m3u8` in a list
    /// it is taken for granted, so that nothing is fetched that may never be played. Whether the items themselves are there is not
    /// looked at. Cancelling the task ends it.
    ///
    /// - Parameters:
    ///   - pathOrURI: what a person typed: an address, a path, `-` for standard input; a folder, too (``init(directory:depth:limits:)``).
    ///   - limits: how much is read, and how long that may take.
    ///   - encoding: what the text is in, by the name that IANA has for it; nil to find out.
    ///   - network: how lists are fetched from a network.
    ///   - policy: what may be fetched from a network.
    /// - Throws: ``PlayerError``: it cannot be read, is no playlist, or has not one entry that can be used.
    public static func read(
        _ pathOrURI: String, limits: PlaylistLimits = PlaylistLimits(), encoding: String? = nil,
        network: NetworkOptions = NetworkOptions(), policy: NetworkPolicy = NetworkPolicy()
    ) async throws(PlayerError) -> Playlist {
        var reading = PlaylistReading(
            limits: limits, encoding: encoding, access: NetworkAccess(network, policy))
        return try await reading.read(pathOrURI)
    }

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
