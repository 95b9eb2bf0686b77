internal import PlayheadSystem
internal import Synchronization

extension VirtualClock {
    /// Whether the clock stands still until it is told to go on.
    public var isHeld: Bool { state.withLock { $0.limit != nil } }

    /// The clock stands still from this instant on. What is asked of players meanwhile happens at this instant.
    public func hold() { setLimit(now.offset) }

    /// The clock runs freely again.
    public func release() { setLimit(nil) }

    /// Lets the clock run for so long, then holds it; returns when it has arrived and everything that was due has been done.
    public func advance(by duration: Duration) async { await advance(to: now.advanced(by: duration)) }

    /// Lets the clock run up to an instant, then holds it there; returns when it has arrived and everything that was due has been
    /// done. An instant that has passed is where the clock stands.
    public func advance(to instant: Instant) async {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                state.limit = max(instant.offset, now.offset)
                state.arrivals.append(continuation)
            }
            kick()
        }
    }

    private func setLimit(_ limit: Duration?) {
        state.withLock { $0.limit = limit }
        kick()
    }
}
