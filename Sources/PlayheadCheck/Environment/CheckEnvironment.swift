internal import Playhead
internal import PlayheadServer
internal import PlayheadTesting

/// The objects around one check: a player, a clock, a server, an event collector and a time budget.
final class CheckEnvironment: Sendable {
    let player: Player
    /// The virtual clock, which is held except during waits; nil in real time.
    let clock: VirtualClock?
    let server: MediaServer?
    let collector: EventCollector
    let budget: TimeBudget

    init(
        isVirtual: Bool, budget: TimeBudget, server: Scenario.Server? = nil, folder: String? = nil,
        har: ServedArchive? = nil,
        clients: String? = nil, network: Scenario.Network? = nil,
        tap: (any PresentationTap)? = nil
    ) async throws(MediaServerError) {
        let clock = isVirtual ? VirtualClock() : nil
        clock?.hold()
        if let server {
            let time: any Clock<Duration> = if let clock { clock } else { ContinuousClock() }
            self.server = try await MediaServer(
                folder: folder, har: har, plan: server.plan, clock: time,
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
        collector = EventCollector(budget: budget)
        player.addObserver(collector, queue: collector.queue)
        self.clock = clock
        self.budget = budget
    }

    /// Performs an action; throws when the time budget ends before the action.
    func withinBudget<Value: Sendable>(
        _ action: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        do {
            return try await budget.withinBudget(action)
        } catch is TimeBudgetExceeded {
            throw TimeBudgetExceeded(account: player.snapshot.account, reason: clock?.waitsFor)
        }
    }

    /// Releases the clock during an action that depends on more than the clock.
    func runningClock<Value>(_ action: () async throws -> Value) async rethrows -> Value {
        clock?.release()
        defer { clock?.hold() }
        return try await action()
    }

    /// Closes the player and the server. It returns after at most 5 s, even if one of them hangs.
    func close() async {
        clock?.release()
        let (closed, end) = AsyncStream<Void>.makeStream()
        Task { [player, server] in
            await player.close()
            await server?.close()
            end.finish()
        }
        let limit = Task {
            try await Task.sleep(for: .seconds(5))
            end.finish()
        }
        for await _ in closed {}
        limit.cancel()
    }
}
