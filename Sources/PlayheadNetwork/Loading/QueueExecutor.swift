internal import Dispatch

/// Runs tasks on its own queue, because a program may block the threads of Swift's tasks and of the global
/// queues.
package final class QueueExecutor: TaskExecutor {
    private let queue: DispatchQueue

    package init(label: String) { queue = DispatchQueue(label: label, qos: .userInitiated) }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
