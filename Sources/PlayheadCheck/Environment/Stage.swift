internal import Playhead
internal import PlayheadServer
internal import PlayheadTesting

/// A player with everything that a check needs around it.
final class Stage: Sendable {
    let player: Player
    /// Held, but for as long as something is waited for; nil in real time.
    let clock: VirtualClock?
    let server: MediaServer?
    let witness: Witness
    let patience: Patience

    init(
        isVirtual: Bool, patience: Patience, server: Scenario.Server? = nil, folder: String? = nil,
        clients: String? = nil, network: Scenario.Network? = nil,
        tap: (any PresentationTap)? = nil
    ) async throws(MediaServerError) {
        let clock = isVirtual ? VirtualClock() : nil
        clock?.hold()
        if let server {
            let time: any Clock<Duration> = if let clock { clock } else { ContinuousClock() }
            self.server = try await MediaServer(
                folder: folder, plan: server.plan, clock: time,
                certificate: server.usesTLS ? try .localhost(for: clients) : nil)
        } else {
            self.server = nil
        }
        var configuration = PlayerConfiguration()
        configuration.video = .none
        configuration.audio = .none
        configuration.presentationTap = tap
        network?.apply(to: &configuration)
        if let clock { configuration.clock = .virtual(clock) }
        player = Player(configuration: configuration)
        witness = Witness(patience: patience)
        player.addObserver(witness, queue: witness.queue)
        self.clock = clock
        self.patience = patience
    }

    /// Does something, unless patience runs out before.
    func race<Value: Sendable>(
        _ action: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        do {
            return try await patience.race(action)
        } catch is Impatience {
            throw Impatience(account: player.snapshot.account, reason: clock?.waitsFor)
        }
    }

    /// Lets the clock run while something is done that it does not end by itself.
    func letting<Value>(_ action: () async throws -> Value) async rethrows -> Value {
        clock?.release()
        defer { clock?.hold() }
        return try await action()
    }

    /// Closes everything; what hangs is left behind.
    func close() async {
        clock?.release()
        let (closed, end) = AsyncStream<Void>.makeStream()
        Task { [player, server] in
            await player.close()
            await server?.close()
            end.finish()
        }
        let impatience = Task {
            try await Task.sleep(for: .seconds(5))
            end.finish()
        }
        for await _ in closed {}
        impatience.cancel()
    }
}
