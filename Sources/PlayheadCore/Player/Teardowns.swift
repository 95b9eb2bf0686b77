internal import Dispatch
internal import Synchronization

/// The pipelines of a player that are on their way down, each on its own queue, which is its reaper.
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

    /// `group` is left once for each pipeline that is down.
    init(group: DispatchGroup) { self.group = group }

    /// Takes a pipeline down, later.
    func discard(_ pipeline: any MediaPipeline) {
        let number = state.withLock { state in
            state.last += 1
            state.running.insert(state.last)
            return state.last
        }
        pipeline.discard { self.finished(number) }
    }

    /// Waits for none of them any more; answers how many there are.
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
