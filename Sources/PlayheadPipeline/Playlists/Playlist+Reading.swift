public import PlayheadCore
internal import PlayheadNetwork
internal import PlayheadSystem

extension Playlist {
    /// Reads a playlist, and the playlists that it names, from a file or a network.
    ///
    /// Entries that cannot be used are skipped and listed in ``warnings``:
    ///
    /// - broken lines
    /// - files of this machine in a playlist from elsewhere
    /// - playlists that name themselves or cannot be read
    ///
    /// An HLS playlist is one item, also inside another playlist. An entry that ends in `.m3u8` is taken for
    /// HLS without a fetch. The items themselves are not checked. Cancelling the task ends the reading.
    ///
    /// - Parameters:
    ///   - pathOrURI: a URI, a path, `-` for standard input, or a folder (``init(directory:depth:limits:)``).
    ///   - limits: the maximum amount of data and time.
    ///   - encoding: the IANA name of the text encoding; nil to detect it.
    ///   - network: the network options for playlists.
    ///   - policy: the URIs that may be fetched from a network.
    /// - Throws: ``PlayerError`` if it cannot be read, is no playlist, or has no usable entry.
    public static func read(
        _ pathOrURI: String, limits: PlaylistLimits = PlaylistLimits(), encoding: String? = nil,
        network: NetworkOptions = NetworkOptions(), policy: NetworkPolicy = NetworkPolicy()
    ) async throws(PlayerError) -> Playlist {
        var reading = PlaylistReading(
            limits: limits, encoding: encoding, access: NetworkAccess(network, policy))
        return try await reading.read(pathOrURI)
    }
}
