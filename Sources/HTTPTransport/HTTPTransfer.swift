internal import Synchronization

/// The flow control decision of a body consumer.
package enum HTTPDemand: Sendable {
    case more
    /// Pause until ``HTTPTransfer/resume()``. The delivered bytes count as consumed.
    case pause
}

/// The end of a transfer.
package enum HTTPTransferEnd: Sendable, Equatable {
    /// The response is complete.
    case finished
    case failed(HTTPTransportError)
    case cancelled
}

/// The callbacks of a transfer, always on its client's thread.
///
/// The order is `sent`, `head` at most once, `body` for each chunk, and `end` exactly once. No callback may
/// block.
package struct HTTPTransferHandler: Sendable {
    /// Called when the connection is established, before the request is written. The argument is the local
    /// port. Called again if the request is sent again over another connection.
    package var sent: (@Sendable (_ localPort: Int) -> Void)?
    package var head: @Sendable (HTTPResponseHead) -> HTTPDemand
    package var body: @Sendable (ArraySlice<UInt8>) -> HTTPDemand
    package var end: @Sendable (HTTPTransferEnd, HTTPTransferMetrics) -> Void

    package init(
        head: @escaping @Sendable (HTTPResponseHead) -> HTTPDemand,
        body: @escaping @Sendable (ArraySlice<UInt8>) -> HTTPDemand,
        end: @escaping @Sendable (HTTPTransferEnd, HTTPTransferMetrics) -> Void
    ) {
        (self.head, self.body, self.end) = (head, body, end)
    }
}

/// A handle of a running transfer, usable on any thread. Its release does not end the transfer.
package final class HTTPTransfer: Sendable {
    let pool: PoolName
    private let mailbox: LoopMailbox
    private let wasCancelled = Atomic(false)

    init(_ mailbox: LoopMailbox, _ pool: PoolName) { (self.mailbox, self.pool) = (mailbox, pool) }

    var isCancelled: Bool { wasCancelled.load(ordering: .acquiring) }

    /// Cancels the transfer. After the return, at most one call of `head` or `body` is in progress. `end`
    /// follows unless it has been called.
    package func cancel() {
        guard !wasCancelled.exchange(true, ordering: .acquiringAndReleasing) else { return }
        mailbox.post(.cancel(self))
    }

    /// Resumes after ``HTTPDemand/pause``. Without a pause it has no effect.
    package func resume() { mailbox.post(.resume(self)) }
}
