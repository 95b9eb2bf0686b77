internal import Synchronization

/// What the consumer of a body wants next.
package enum HTTPDemand: Sendable {
    case more
    /// Nothing more until ``HTTPTransfer/resume()``. What was just handed over counts as taken.
    case pause
}

/// How a transfer ended.
package enum HTTPTransferEnd: Sendable, Equatable {
    /// The response is complete.
    case finished
    case failed(HTTPTransportError)
    case cancelled
}

/// What a transfer calls, always on its client's thread: `sent`, `head` at most once, then `body` for each piece,
/// then `end` exactly once. None of them may block.
package struct HTTPTransferHandler: Sendable {
    /// The connection, whose port on this machine is given, stands, and the request is written next. Comes again where it is sent again, over
    /// another connection.
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

/// A running transfer, to be steered from any thread. Letting go of it changes nothing.
package final class HTTPTransfer: Sendable {
    let pool: PoolName
    private let mailbox: LoopMailbox
    private let wasCancelled = Atomic(false)

    init(_ mailbox: LoopMailbox, _ pool: PoolName) { (self.mailbox, self.pool) = (mailbox, pool) }

    var isCancelled: Bool { wasCancelled.load(ordering: .acquiring) }

    /// Ends the transfer. After it returns, at most one call of `head` or `body` is still under way, and
    /// `end` follows unless it has come.
    package func cancel() {
        guard !wasCancelled.exchange(true, ordering: .acquiringAndReleasing) else { return }
        mailbox.post(.cancel(self))
    }

    /// Asks for more after ``HTTPDemand/pause``. Without a pause it does nothing.
    package func resume() { mailbox.post(.resume(self)) }
}
