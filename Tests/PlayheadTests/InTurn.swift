import Synchronization
import Testing

/// Has tests wait for one another. One that runs something in a process of its own holds a thread of tasks until that ends
/// (Swift Testing of Swift 6.3); as many of them at a time as there are processors, and no task of any test goes on.
struct InTurnTrait: TestTrait, TestScoping {
    private static let turns = Turns()

    /// Around all cases of a test: its limit of time does not count while it waits.
    func scopeProvider(for test: Test, testCase: Test.Case?) -> InTurnTrait? {
        testCase == nil && !test.isSuite ? self : nil
    }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        await Self.turns.take()
        defer { Self.turns.pass() }
        try await function()
    }
}

extension Trait where Self == InTurnTrait {
    /// For tests with `processExitsWith`.
    static var inTurn: InTurnTrait { InTurnTrait() }
}

/// Goes from one to another, in the order in which they came.
private final class Turns: Sendable {
    private struct State {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }
    private let state = Mutex(State())

    func take() async {
        await withCheckedContinuation { next in
            let isFree = state.withLock { state in
                if state.isTaken { state.waiting.append(next) }
                defer { state.isTaken = true }
                return !state.isTaken
            }
            if isFree { next.resume() }
        }
    }

    func pass() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.isTaken = false
            return nil
        }
        next?.resume()
    }
}
