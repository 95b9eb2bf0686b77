import Dispatch
import Synchronization

/// Draws ``Progress`` on standard error, in place, while long work runs. Nothing is left of it at the end.
final class ProgressLine: Sendable {
    private struct State {
        var progress: Progress
        var drawn = ""
        var isOver = false
    }

    private let start = ContinuousClock.now
    private let state: Mutex<State>
    private let output = Output(.standardError)
    private static let interval = DispatchTimeInterval.milliseconds(250)

    /// Begins the line. It is nil if standard error is no terminal, or if there is only one task.
    static func begin(_ verb: String, total: Int?) -> ProgressLine? {
        guard total != 1, Terminal.isTerminal(.standardError), Terminal.canPlaceCursor else { return nil }
        let line = ProgressLine(Progress(verb: verb, total: total))
        line.schedule()
        return line
    }

    private init(_ progress: Progress) { state = Mutex(State(progress: progress)) }

    /// Counts a finished task.
    func advance(_ detail: String? = nil) {
        state.withLock { state in
            state.progress.done += 1
            state.progress.detail = detail
        }
    }

    fileprivate func interrupt(_ print: () -> Void) {
        state.withLock { state in
            erase(&state)
            print()
        }
    }

    /// Erases the line for good.
    func end() {
        state.withLock { state in
            erase(&state)
            state.isOver = true
        }
    }

    /// Draws the line again after each interval until it ends.
    private func schedule() {
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.interval) { [weak self] in
            guard let self, draw() else { return }
            schedule()
        }
    }

    private func draw() -> Bool {
        state.withLock { state in
            guard !state.isOver else { return false }
            state.progress.elapsed = .now - start
            let text = state.progress.text(columns: Terminal.columns(of: output.stream) - 1)
            if text != state.drawn { try? output.write("\r\(text)\u{1B}[K") }
            state.drawn = text
            return true
        }
    }

    private func erase(_ state: inout State) {
        if !state.drawn.isEmpty { try? output.write("\r\u{1B}[K") }
        state.drawn = ""
    }
}

extension ProgressLine? {
    /// Prints other output. The line, if there is one, is erased meanwhile.
    func interrupt(_ print: () -> Void) {
        if let self { self.interrupt(print) } else { print() }
    }
}
