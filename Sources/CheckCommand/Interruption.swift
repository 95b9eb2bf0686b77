import Glibc
import PlayheadSignals
import Synchronization

/// An end that a signal demands: in order the first time, at once the second.
final class Interruption: Sendable {
    private let number = Mutex<Int32?>(nil)

    /// Calls when the first signal comes. A signal that was ignored from the start stays so.
    init(_ demand: @escaping @Sendable () -> Void) {
        Signals.watch([SIGINT, SIGTERM, SIGHUP]) { [weak self] number in
            let isFirst = self?.number.withLock { first in
                defer { first = first ?? number }
                return first == nil
            }
            if isFirst == true { demand() } else { _exit(128 + number) }
        }
    }

    /// What the process ends with because of it; nil: no signal came.
    var exitCode: Int32? { number.withLock { $0 }.map { 128 + $0 } }
}
