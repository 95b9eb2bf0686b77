internal import Synchronization

/// Hands on what a gateway tells: one call after another, and none after it was closed.
final class GatewayReporter: Sendable {
    private let handler: @Sendable (GatewayReport) -> Void
    private let isOpen = Mutex(true)

    init(_ handler: @escaping @Sendable (GatewayReport) -> Void) { self.handler = handler }

    func report(_ report: GatewayReport) { isOpen.withLock { if $0 { handler(report) } } }

    func close() { isOpen.withLock { $0 = false } }
}
