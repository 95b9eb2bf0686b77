import Dispatch
import Glibc
import Synchronization

/// The end of a session on a signal. The first signal ends it in order; the process ends at once on a later
/// signal, or when the session has not ended within 8 s.
final class Interruption: Sendable {
    private struct Demand {
        var signal: Int32
        var time: ContinuousClock.Instant
    }

    private let terminal: Terminal?
    private let quit: @Sendable (Int32) -> Void
    private let first = Mutex<Demand?>(nil)
    /// Signals within this time are one demand: `timeout` and terminals signal the process group as well.
    private static let once: Duration = .milliseconds(300)

    /// An interruption that restores the terminal before it ends the process. `quit` ends the session in order;
    /// it is called with the signal, on the thread that waits for signals.
    init(terminal: Terminal? = nil, quit: @escaping @Sendable (Int32) -> Void) {
        self.terminal = terminal
        self.quit = quit
    }

    /// Demands the end; from any thread.
    func demand(by signal: Int32) {
        let demand = Demand(signal: signal, time: .now)
        let earlier = first.withLock { first in
            defer { first = first ?? demand }
            return first
        }
        if let earlier {
            if demand.time - earlier.time > Self.once { end(by: signal) }
            return
        }
        quit(signal)
        DispatchQueue(label: "playhead.interruption", qos: .userInteractive)
            .asyncAfter(deadline: .now() + .seconds(8)) { self.end(by: signal) }
    }

    /// The exit code for the first signal; nil without a signal.
    var exitCode: Int32? { first.withLock { $0 }.map { ExitStatus.code(forSignal: $0.signal) } }

    private func end(by signal: Int32) -> Never {
        terminal?.leave()
        _exit(ExitStatus.code(forSignal: signal))
    }
}
