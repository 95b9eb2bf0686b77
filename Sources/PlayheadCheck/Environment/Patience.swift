internal import Synchronization

/// How long a check may still take, in real time.
final class Patience: Sendable {
    private let end: Mutex<ContinuousClock.Instant>
    private let tellsMedia: @Sendable (Duration) -> Void

    init(_ conditions: CheckConditions) {
        end = Mutex(.now + conditions.limit)
        tellsMedia = conditions.tellsMedia
    }

    /// More media are to be played than was known.
    func lasts(longer duration: Duration) {
        end.withLock { $0 += duration }
        tellsMedia(duration)
    }

    private var rest: Duration { end.withLock { $0 - .now } }

    /// Does something, unless patience runs out before.
    func race<Value: Sendable>(
        _ action: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask { try await action() }
            group.addTask { [self] in
                while rest > .zero { try await Task.sleep(for: rest) }
                throw Impatience()
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw Impatience() }
            return value
        }
    }
}

/// Something took too long.
struct Impatience: Error, CustomStringConvertible {
    /// What the player does meanwhile, and what a virtual clock waits for.
    var account: String?
    var reason: String?

    var description: String {
        "it took too long" + (account.map { "; \($0)" } ?? "") + (reason.map { " (\($0))" } ?? "")
    }
}

extension Duration {
    /// Longer than anybody waits.
    static let unlimited = Duration.seconds(30 * 24 * 3600)
}
