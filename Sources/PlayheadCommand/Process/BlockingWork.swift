import Dispatch

/// Work that blocks its thread. The threads of tasks are few, and must not wait.
enum BlockingWork {
    /// Performs the work on a dispatch queue of its own.
    static func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "playhead.blocking").async { continuation.resume(returning: work()) }
        }
    }
}
