package import Playhead
package import PlayheadServer
import PlayheadTesting

extension MediaServer {
    /// Plays what it serves under a path, to its end or to an error, and answers with how the player was then. Nothing is served afterwards.
    package func plays(_ path: String, with configuration: PlayerConfiguration) async throws -> PlayerSnapshot
    {
        let player = Player(configuration: configuration)
        player.load(MediaItem(uri: address(of: path)), autoplay: true)
        do {
            try await player.finishes(within: .seconds(60))
        } catch is PlayerError {
            // It is in the snapshot.
        }
        let snapshot = player.snapshot
        await player.close()
        await close()
        return snapshot
    }
}
