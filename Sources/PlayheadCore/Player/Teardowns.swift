internal import Dispatch
internal import Synchronization

/// The pipelines of a player that are shutting down, each on its own queue.
final class Teardowns: Sendable {
    private static let abandoned = Mutex(0)
    static var abandonedCount: Int { abandoned.withLock { $0 } }

    private struct State {
        var last = 0
        var running: Set<Int> = []
        var abandoned: Set<Int> = []
    }

    private let state = Mutex(State())
    private let group: DispatchGroup

    /// The group is left once for each pipeline that has shut down.
    init(group: DispatchGroup) { self.group = group }

    /// Shuts a pipeline down asynchronously.
    func discard(_ pipeline: any MediaPipeline) {
        let number = state.withLock { state in
            state.last += 1
            state.running.insert(state.last)
            return state.last
        }
        pipeline.discard { self.finished(number) }
    }

    /// Stops waiting for all pipelines; returns their number.
    func abandon() -> Int {
        let (count, newCount) = state.withLock { state in
            defer { state.abandoned = state.running }
            return (state.running.count, state.running.subtracting(state.abandoned).count)
        }
        Self.abandoned.withLock { $0 += newCount }
        return count
    }

    private func finished(_ number: Int) {
        let wasAbandoned = state.withLock { state in
            state.running.remove(number)
            return state.abandoned.remove(number) != nil
        }
        if wasAbandoned { Self.abandoned.withLock { $0 -= 1 } }
        group.leave()
    }
}
