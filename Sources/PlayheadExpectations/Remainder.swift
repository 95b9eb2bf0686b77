internal import Playhead

/// Checks whether references to a player remain.
struct Remainder {
    private weak var player: Player?

    init(_ player: Player) { self.player = player }

    /// Whether the player was deallocated, immediately or within 5 s. A thread that has just called an
    /// observer may still hold a reference.
    func isGone() async -> Bool {
        let limit = ContinuousClock.now + .seconds(5)
        while player != nil, ContinuousClock.now < limit {
            try? await Task.sleep(for: .milliseconds(1))
        }
        return player == nil
    }
}
