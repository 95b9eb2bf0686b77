package import Playhead
package import PlayheadServer

extension MediaServer {
    /// Plays what it serves under a path, to its end or to an error, and answers with how the player was then. Nothing is served afterwards.
    package func plays(_ path: String, with configuration: PlayerConfiguration) async throws -> PlayerSnapshot
    {
        let snapshot = try await MediaItem(uri: address(of: path)).plays(with: configuration)
        await close()
        return snapshot
    }
}
