internal import PlayheadSystem
internal import Synchronization

extension VirtualClock {
    /// Whether the clock is held.
    public var isHeld: Bool { state.withLock { $0.limit != nil } }

    /// Holds the clock at this instant. Later commands to players take effect at this instant.
    public func hold() { setLimit(now.offset) }

    /// Releases the clock.
    public func release() { setLimit(nil) }

    /// Runs the clock for a duration and holds it again; returns when it has arrived and all due calls are
    /// complete.
    public func advance(by duration: Duration) async { await advance(to: now.advanced(by: duration)) }

    /// Runs the clock to an instant and holds it there; returns when it has arrived and all due calls are
    /// complete. With a past instant, the clock is held where it is.
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
