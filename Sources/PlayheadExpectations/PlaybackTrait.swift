internal import Playhead
internal import PlayheadTesting
internal import Synchronization
public import Testing

/// A trait that gives each test its own player and closes it at the end. Use `.playback(…)`.
///
/// A test fails if its player does not close within 10 s, or if a reference to the player remains. A failed
/// test has the events of the player, the graph of its pipeline and the last video frame as attachments
/// (`swift test --attachments-path`).
public struct PlaybackTrait: TestTrait, SuiteTrait, TestScoping {
    /// The clock of a test.
    public enum Time: Sendable {
        /// A virtual clock. It advances only while the test waits for the player, and stops at the instant
        /// that ends a wait.
        case virtual
        /// Real time.
        case system
    }

    /// The trait applies to every test of a suite.
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
    /// Whether the issue makes a test fail.
    var isFault: Bool {
        #if compiler(>=6.3)
            isFailure
        #else
            true
        #endif
    }
}
