internal import Synchronization

/// The real time that a check may still take.
final class TimeBudget: Sendable {
    private let end: Mutex<ContinuousClock.Instant>
    private let reportsMedia: @Sendable (Duration) -> Void

    init(_ conditions: CheckConditions) {
        end = Mutex(.now + conditions.limit)
        reportsMedia = conditions.reportsMedia
    }

    /// Adds time: the known media have become longer.
    func extend(by duration: Duration) {
        end.withLock { $0 += duration }
        reportsMedia(duration)
    }

    private var remaining: Duration { end.withLock { $0 - .now } }

    /// Performs an action; throws when the budget is used up before it ends.
    func withinBudget<Value: Sendable>(
        _ action: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask { try await action() }
            group.addTask { [self] in
                while remaining > .zero { try await Task.sleep(for: remaining) }
                throw TimeBudgetExceeded()
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw TimeBudgetExceeded() }
            return value
        }
    }
}

/// A check took longer than its time budget.
struct TimeBudgetExceeded: Error, CustomStringConvertible {
    /// What the player does.
    var account: String?
    /// What the virtual clock waits for.
    var reason: String?

    var description: String {
        "it took too long" + (account.map { "; \($0)" } ?? "") + (reason.map { " (\($0))" } ?? "")
    }
}

extension Duration {
    /// The limit of waits that a time budget ends.
    static let unlimited = Duration.seconds(30 * 24 * 3600)
}
