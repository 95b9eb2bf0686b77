internal import Playhead
internal import PlayheadTesting
internal import Synchronization
public import Testing

/// Gives each test a player of its own, closes it at the end, and looks what is left of it. Made by `.playback(…)`.
///
/// A test fails if its player is not closed within ten seconds, and if somebody holds it then. A test that fails has attached what its
/// player told, the graph of its pipeline and the last picture that was shown (`swift test --attachments-path`).
public struct PlaybackTrait: TestTrait, SuiteTrait, TestScoping {
    /// The time that a test is played in.
    public enum Time: Sendable {
        /// That of a virtual clock, which moves only while the test waits for the player, and is held at the very instant that ends a wait.
        case virtual
        /// Real time.
        case system
    }

    /// Every test of a suite gets a player.
    public var isRecursive: Bool { true }

    let makeStage: @Sendable (LastPicture) -> PlaybackStage

    /// Runs a test with a player.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let result = await run(test, testCase, function)
        if result.isClosed, await !result.remainder.isGone() {
            Issue.record(
                "The player is still held after the test: by a task that goes on, or by a cycle of references",
                sourceLocation: test.sourceLocation)
        }
        try result.end.get()
    }

    private struct Run {
        var end: Result<Void, any Error>
        var isClosed: Bool
        var remainder: Remainder
    }

    private func run(
        _ test: Test, _ testCase: Test.Case?, _ function: @Sendable () async throws -> Void
    ) async -> Run {
        let picture = LastPicture()
        let stage = makeStage(picture)
        let recorder = stage.player.recordEvents()
        let hasFailed = Mutex(false)
        let watch = IssueHandlingTrait.compactMapIssues { issue in
            if issue.isFault { hasFailed.withLock { $0 = true } }
            return issue
        }
        let end: Result<Void, any Error>
        do {
            try await PlaybackStage.$current.withValue(stage) {
                try await watch.provideScope(for: test, testCase: testCase, performing: function)
            }
            end = .success(())
        } catch {
            hasFailed.withLock { $0 = true }
            end = .failure(error)
        }
        if hasFailed.withLock({ $0 }) { await stage.attach(recorder, picture, to: test) }
        let isClosed = await stage.close()
        if !isClosed {
            Issue.record(
                "The player was not closed ten seconds after the test", sourceLocation: test.sourceLocation)
        }
        return Run(end: end, isClosed: isClosed, remainder: Remainder(stage.player))
    }
}

extension Issue {
    /// Whether it makes a test fail.
    var isFault: Bool {
        #if compiler(>=6.3)
            isFailure
        #else
            true
        #endif
    }
}
