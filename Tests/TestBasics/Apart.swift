import Dispatch
package import Testing

/// Has each case of a test run on a thread beside Swift's own, of which there are as many as processors. A case that computes for long without
/// awaiting anything would keep one of those from all other tests; and while it lets others have their turn, it would stand behind all of them.
package struct ApartTrait: TestTrait, SuiteTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(ApartExecutor()) { try await function() }
    }
}

extension Trait where Self == ApartTrait {
    /// For tests that compute for long: those that try very many inputs, or very large ones.
    package static var apart: ApartTrait { ApartTrait() }
}

/// A serial queue of its own gets a thread even while those of Swift and of Dispatch's global queues are all held.
package final class ApartExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "apart")

    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
