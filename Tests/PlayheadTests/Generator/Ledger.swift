import Playhead
import Synchronization

/// Who asked for something that is answered later, and who was answered (contract 2.3).
final class Ledger: Sendable {
    private struct State {
        var open: [Int: String] = [:]
        var count = 0
        var tasks: [Task<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Asks at once, in this thread; the answer is taken on another one.
    func ask(_ question: String, _ work: @escaping @Sendable () async -> Void) {
        let number = state.withLock { state in
            state.count += 1
            state.open[state.count] = question
            return state.count
        }
        let task = Task.immediate {
            await work()
            self.state.withLock { $0.open[number] = nil }
        }
        state.withLock { $0.tasks.append(task) }
    }

    /// What was not answered yet, in the order in which it was asked.
    var unanswered: [String] { state.withLock { $0.open.sorted { $0.key < $1.key }.map(\.value) } }

    /// Waits for the answers to everything that was asked so far.
    func settles(within limit: Duration) async -> Bool {
        let tasks = state.withLock(\.tasks)
        return await ends(within: limit) { for task in tasks { await task.value } }
    }
}

/// Whether something ends within a limit. What does not is left behind: it cannot be taken back. While others hold all threads of tasks, nothing
/// can end, and no more than one step of the limit passes.
func ends(within limit: Duration, _ work: @escaping @Sendable () async -> Void) async -> Bool {
    let (outcomes, outcome) = AsyncStream<Bool>.makeStream()
    Task {
        await work()
        outcome.yield(true)
    }
    let alarm = Task {
        var rest = limit
        while rest > .zero {
            let step = min(rest, .milliseconds(50))
            try await Task.sleep(for: step)
            rest -= step
        }
        outcome.yield(false)
    }
    defer { alarm.cancel() }
    for await ended in outcomes { return ended }
    return false
}

/// The answers to several seeks.
final class Answers: Sendable {
    private let results = Mutex<[SeekResult]>([])
    var all: [SeekResult] { results.withLock { $0 } }
    func append(_ result: SeekResult) { results.withLock { $0.append(result) } }
}
