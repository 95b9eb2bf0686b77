package import Testing

/// Has tests wait for one another. One that runs something in a process of its own holds a thread of tasks until that ends
/// (Swift Testing of Swift 6.3); as many of them at a time as there are processors, and no task of any test goes on.
package struct InTurnTrait: TestTrait, TestScoping {
    private static let turn = Slots(free: 1)

    /// Around all cases of a test: its limit of time does not count while it waits.
    package func scopeProvider(for test: Test, testCase: Test.Case?) -> InTurnTrait? {
        testCase == nil && !test.isSuite ? self : nil
    }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        await Self.turn.take()
        do { try await function() } catch {
            await Self.turn.give()
            throw error
        }
        await Self.turn.give()
    }
}

extension Trait where Self == InTurnTrait {
    /// For tests with `processExitsWith`, and those that would take what one of them does for what another does.
    package static var inTurn: InTurnTrait { InTurnTrait() }
}
