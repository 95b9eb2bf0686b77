internal import Playhead

/// What is left of a player.
struct Remainder {
    private weak var player: Player?

    init(_ player: Player) { self.player = player }

    /// Whether nobody holds the player: at once, or soon, because a thread that has just called an observer may hold it still.
    func isGone() async -> Bool {
        let limit = ContinuousClock.now + .seconds(5)
        while player != nil, ContinuousClock.now < limit {
            try? await Task.sleep(for: .milliseconds(1))
        }
        return player == nil
    }
}
