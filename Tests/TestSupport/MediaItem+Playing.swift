package import Playhead
import PlayheadTesting

extension MediaItem {
    /// Plays it to its end or to an error, and answers with how the player was then.
    package func plays(with configuration: PlayerConfiguration) async throws -> PlayerSnapshot {
        let player = Player(configuration: configuration)
        player.load(self, autoplay: true)
        do {
            try await player.waitForEnd(within: .seconds(60))
        } catch is PlayerError {
            // It is in the snapshot.
        }
        let snapshot = player.snapshot
        await player.close()
        return snapshot
    }
}
