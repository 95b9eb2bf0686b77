package import Testing

/// Has tests wait for one another, each on a thread of its own. One that runs something in a process of its own holds its thread until that ends
/// (Swift Testing of Swift 6.3); as many of them at a time as there are processors would leave those of other tests none, and no time.
package struct InTurnTrait: TestTrait, TestScoping {
    private static let turn = Slots(free: 1)

    package func scopeProvider(for test: Test, testCase: Test.Case?) -> InTurnTrait? {
        test.isSuite ? nil : self
    }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        // A turn is one of all cases of a test: its limit of time, which is that of a case, does not count while it waits.
        guard testCase == nil else {
            return try await ApartTrait().provideScope(for: test, testCase: testCase, performing: function)
        }
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
