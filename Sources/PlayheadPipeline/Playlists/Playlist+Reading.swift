public import PlayheadCore
internal import PlayheadNetwork
internal import PlayheadSystem

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
}
