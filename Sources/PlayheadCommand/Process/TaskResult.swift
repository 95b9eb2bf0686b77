import Dispatch
import Synchronization

/// The result of a task, which a thread outside of Swift's pool waits for.
final class TaskResult<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let isSet = DispatchSemaphore(value: 0)

    /// Runs a task and waits for it.
    static func of(_ body: @escaping @Sendable () async -> Value) -> Value? {
        let result = TaskResult()
        Task.detached {
            let value = await body()
            result.value.withLock { $0 = value }
            result.isSet.signal()
        }
        result.isSet.wait()
        return result.value.withLock(\.self)
    }
}
