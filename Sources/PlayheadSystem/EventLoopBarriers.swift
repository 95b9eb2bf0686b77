internal import Synchronization

/// The registered event loops of this process that read sockets.
///
/// After one pass of each loop, all data sent before the pass has been received.
package enum EventLoopBarriers {
    /// Calls its argument after the event loop has read its sockets and handled the data.
    package typealias Pass = @Sendable (_ then: @escaping @Sendable () -> Void) -> Void

    private static let known = Mutex<(client: Pass?, servers: [Pass])>((nil, []))

    package static func add(_ pass: @escaping Pass) { known.withLock { $0.servers.append(pass) } }

    /// Sets the event loop of the HTTP client, which passes before the servers.
    package static func setClient(_ pass: @escaping Pass) { known.withLock { $0.client = pass } }

    /// Passes all event loops one after another, then calls `then`.
    package static func passAll(_ then: @escaping @Sendable () -> Void) {
        let passes = known.withLock { known in (known.client.map { [$0] } ?? []) + known.servers }
        pass(passes[...], then)
    }

    private static func pass(_ passes: ArraySlice<Pass>, _ then: @escaping @Sendable () -> Void) {
        guard let first = passes.first else { return then() }
        first { pass(passes.dropFirst(), then) }
    }
}
