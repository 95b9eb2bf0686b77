import Playhead

/// An observer that reacts to what it hears, and that a test can wait for.
final class Listener: PlayerObserver {
    private let heard: AsyncStream<PlayerEvent>
    private let hear: AsyncStream<PlayerEvent>.Continuation
    private let react: @Sendable (Player, PlayerEvent) -> Void

    /// The reaction runs inside the callback.
    init(_ react: @escaping @Sendable (Player, PlayerEvent) -> Void = { _, _ in }) {
        (heard, hear) = AsyncStream.makeStream()
        self.react = react
    }

    func player(_ player: Player, received event: PlayerEvent) {
        react(player, event)
        hear.yield(event)
    }

    /// Waits until an event was heard and reacted to; everything before it is used up. The suite's time limit bounds it.
    func hears(_ event: PlayerEvent) async {
        for await heard in heard where heard == event { return }
    }
}
