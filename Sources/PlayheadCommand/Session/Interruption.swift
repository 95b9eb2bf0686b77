import Dispatch
import Glibc
import PlayheadSignals
import Synchronization

/// An end that a signal demands. It comes, whatever hangs: in order within a while, at once on the second demand.
final class Interruption: Sendable {
    private let terminal: Terminal?
    private let quit: @Sendable @MainActor (Int32) -> Void
    private let demanded = Mutex<ContinuousClock.Instant?>(nil)
    /// Signals that come so close together are one demand: `timeout` and terminals send theirs to the group as well.
    private static let once: Duration = .milliseconds(300)

    /// `quit` ends the session in order.
    init(terminal: Terminal?, quit: @escaping @Sendable @MainActor (Int32) -> Void) {
        self.terminal = terminal
        self.quit = quit
    }

    /// Demands the end; from any thread.
    func demand(by signal: Int32) {
        let now = ContinuousClock.now
        let sinceFirst = demanded.withLock { first -> Duration? in
            defer { first = first ?? now }
            return first.map { now - $0 }
        }
        if let sinceFirst {
            if sinceFirst > Self.once { abandon(signal) }
            return
        }
        let quit = quit
        DispatchQueue.main.async { quit(signal) }
        DispatchQueue(label: "playhead.abandon", qos: .userInteractive)
            .asyncAfter(deadline: .now() + .seconds(8)) { self.abandon(signal) }
    }

    private func abandon(_ signal: Int32) -> Never {
        terminal?.leave()
        Process.abandon(128 + signal)
    }
}

extension Signals {
    /// Hands each signal that this command answers to who answers it.
    static func watch(by interruption: Interruption, controls: Controls) {
        watch([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH]) { number in
            switch number {
            case SIGTSTP: DispatchQueue.main.async { controls.suspend() }
            case SIGCONT: DispatchQueue.main.async { controls.resume() }
            case SIGWINCH: DispatchQueue.main.async { controls.reporter.redraw() }
            default: interruption.demand(by: number)
            }
        }
    }
}
