import Dispatch
import Foundation
import Synchronization

/// An end that a signal demands: in order the first time, at once the second.
final class Interruption: Sendable {
    private let number = Mutex<Int32?>(nil)
    // Written by the initialiser alone.
    nonisolated(unsafe) private var sources: [any DispatchSourceSignal] = []

    /// Calls when the first signal comes. A signal that was ignored from the start stays so.
    init(_ demand: @escaping @Sendable () -> Void) {
        for number in [SIGINT, SIGTERM, SIGHUP] where !Self.isIgnored(number) {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { [weak self] in
                let isFirst = self?.number.withLock { first in
                    defer { first = first ?? number }
                    return first == nil
                }
                if isFirst == true { demand() } else { _exit(128 + number) }
            }
            source.resume()
            unsafe sources.append(source)
        }
    }

    /// What the process ends with because of it; nil: no signal came.
    var exitCode: Int32? { number.withLock { $0 }.map { 128 + $0 } }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        unsafe sigaction(number, nil, &action)
        let handler = unsafe action.__sigaction_handler.sa_handler
        return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
