internal import Dispatch
internal import Synchronization

/// The pipelines of a player that are on their way down, each on its own queue, which is its reaper.
final class Teardowns: Sendable {
    private static let abandoned = Mutex(0)
    static var abandonedCount: Int { abandoned.withLock { $0 } }

    private struct State {
        var running = 0
        var isAbandoned = false
    }

    private let state = Mutex(State())
    private let group: DispatchGroup

    /// `group` is left once for each pipeline that is down.
    init(group: DispatchGroup) { self.group = group }

    /// Takes a pipeline down, later.
    func discard(_ pipeline: any MediaPipeline) {
        state.withLock { $0.running += 1 }
        pipeline.discard { self.finished() }
    }

    /// Waits for none of them any more; answers how many there are.
    func abandon() -> Int {
        let count = state.withLock { state in
            state.isAbandoned = true
            return state.running
        }
        Self.abandoned.withLock { $0 += count }
        return count
    }

    private func finished() {
        let wasAbandoned = state.withLock { state in
            state.running -= 1
            return state.isAbandoned
        }
        if wasAbandoned { Self.abandoned.withLock { $0 -= 1 } }
        group.leave()
    }
}
