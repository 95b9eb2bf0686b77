internal import Synchronization

/// Those who look at sockets in this process. What was sent has arrived when each of them has looked at its own once more.
package enum TrafficPasses {
    /// Calls its argument when whoever it stands for has looked at his sockets, and has done what he found there.
    package typealias Pass = @Sendable (_ then: @escaping @Sendable () -> Void) -> Void

    private static let known = Mutex<[Pass]>([])

    package static func add(_ pass: @escaping Pass) { known.withLock { $0.append(pass) } }

    /// Calls when one after another has.
    package static func passAll(_ then: @escaping @Sendable () -> Void) {
        pass(known.withLock(\.self)[...], then)
    }

    private static func pass(_ passes: ArraySlice<Pass>, _ then: @escaping @Sendable () -> Void) {
        guard let first = passes.first else { return then() }
        first { pass(passes.dropFirst(), then) }
    }
}
