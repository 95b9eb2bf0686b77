import Dispatch
import Glibc
import Synchronization

/// Ends a session on a signal. The first signal ends it normally. The process ends immediately on a later
/// signal, or if the session has not ended after 8 s.
final class Interruption: Sendable {
    private struct Demand {
        var signal: Int32
        var time: ContinuousClock.Instant
    }

    private let restore: @Sendable () -> Void
    private let quit: @Sendable (Int32) -> Void
    private let first = Mutex<Demand?>(nil)
    /// Signals within this time count as one. `timeout` and terminals also signal the whole process group.
    private static let once: Duration = .milliseconds(300)

    /// Makes an interruption. `quit` ends the session normally. It is called with the signal, on the signal
    /// thread. `restore` is called before the process ends immediately.
    init(restore: @escaping @Sendable () -> Void = {}, quit: @escaping @Sendable (Int32) -> Void) {
        self.restore = restore
        self.quit = quit
    }

    /// Requests the end of the session. It may be called on any thread.
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

    /// The exit code of the first signal; nil without a signal.
    var exitCode: Int32? { first.withLock { $0 }.map { ExitStatus.code(forSignal: $0.signal) } }

    private func end(by signal: Int32) -> Never {
        restore()
        _exit(ExitStatus.code(forSignal: signal))
    }
}
