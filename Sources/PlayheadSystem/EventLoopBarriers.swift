internal import Synchronization

/// Those who look at sockets in this process. What was sent has arrived when each of them has looked at its own once more.
package enum EventLoopBarriers {
    /// Calls its argument when whoever it stands for has looked at his sockets, and has done what he found there.
    package typealias Pass = @Sendable (_ then: @escaping @Sendable () -> Void) -> Void

    private static let known = Mutex<(client: Pass?, servers: [Pass])>((nil, []))

    package static func add(_ pass: @escaping Pass) { known.withLock { $0.servers.append(pass) } }

    /// The HTTP client of the process, which passes before the servers.
    package static func setClient(_ pass: @escaping Pass) { known.withLock { $0.client = pass } }

    /// Calls when one after another has.
    package static func passAll(_ then: @escaping @Sendable () -> Void) {
        let passes = known.withLock { known in (known.client.map { [$0] } ?? []) + known.servers }
        pass(passes[...], then)
    }

    private static func pass(_ passes: ArraySlice<Pass>, _ then: @escaping @Sendable () -> Void) {
        guard let first = passes.first else { return then() }
        first { pass(passes.dropFirst(), then) }
    }
}
