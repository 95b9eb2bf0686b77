internal import Synchronization

/// The remaining real time of a check.
final class TimeBudget: Sendable {
    private let end: Mutex<ContinuousClock.Instant>
    private let isExtendable: Bool
    private let reportsMedia: @Sendable (Duration) -> Void

    init(_ conditions: CheckConditions) {
        end = Mutex(.now + conditions.limit)
        isExtendable = conditions.isExtendedByMedia
        reportsMedia = conditions.reportsMedia
    }

    /// Extends the budget, because the known duration of the media has grown.
    func extend(by duration: Duration) {
        if !isExtendable { return }
        end.withLock { $0 += duration }
        reportsMedia(duration)
    }

    private var remaining: Duration { end.withLock { $0 - .now } }

    /// Performs an action; throws when the budget ends before the action.
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

/// The error of a check that exceeded its time budget.
struct TimeBudgetExceeded: Error, CustomStringConvertible {
    /// The state of the player.
    var account: String?
    /// The reason why the virtual clock waits.
    var reason: String?

    var description: String {
        "it took too long" + (account.map { "; \($0)" } ?? "") + (reason.map { " (\($0))" } ?? "")
    }
}

extension Duration {
    /// The timeout of waits that a time budget limits.
    static let unlimited = Duration.seconds(30 * 24 * 3600)
}
