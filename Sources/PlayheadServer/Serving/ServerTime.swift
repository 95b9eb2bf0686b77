internal import PlayheadSystem

/// The clock of a server, with time since its start. A virtual clock is stopped while an exchange is at
/// work. It advances while the exchange sleeps.
struct ServerTime: Sendable {
    private let elapsed: @Sendable () -> Duration
    private let wait: @Sendable (Duration) async throws -> Void
    private let clock: (any WorkAwareClock)?

    init(_ clock: some Clock<Duration>) {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        wait = { try await clock.sleep(for: $0) }
        self.clock = clock as? any WorkAwareClock
    }

    var now: Duration { elapsed() }

    func open(port: Int) { clock?.open(port: port) }
    func close(port: Int) { clock?.close(port: port) }

    func take(requestFrom port: Int) { clock?.take(requestFrom: port) }

    func beginWork() { clock?.beginWork() }
    func endWork() { clock?.endWork() }

    /// Suspends the work of the caller for a duration; throws when the task is cancelled.
    func sleep(for duration: Duration) async throws {
        if duration <= .zero { return }
        if let clock { try await clock.delayWork(for: duration) } else { try await wait(duration) }
    }

    /// Suspends the work of the caller for a duration in real time.
    func rest(for duration: Duration) async throws {
        endWork()
        defer { beginWork() }
        try await Task.sleep(for: duration)
    }

    /// Suspends the work of the caller until the task is cancelled.
    func restForever() async throws -> Never {
        if let clock {
            await clock.haltWork()
            throw CancellationError()
        }
        while true { try await Task.sleep(for: .seconds(3600)) }
    }
}
