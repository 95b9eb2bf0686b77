internal import PlayheadCore
internal import Synchronization

/// Measures the bandwidth of the transfers of one load and reports its changes.
package final class BandwidthWatch: Sendable {
    private let time: any PlayerTime
    private let report: @Sendable (Double) -> Void
    private let state = Mutex((meter: BandwidthMeter(), last: 0))

    /// - Parameter report: called with bits per second when the bandwidth differs from the last report.
    init(_ time: any PlayerTime, report: @escaping @Sendable (Double) -> Void) {
        self.time = time
        self.report = report
    }

    /// Registers a transfer before it begins. Returns its number, and the taker with measurement added.
    func watch(_ taker: ResponseTaker) -> (transfer: Int, taker: ResponseTaker) {
        let transfer = state.withLock { state in
            state.last += 1
            return state.last
        }
        let held = HeldFlag()
        var watched = taker
        watched.body = { [self] bytes in
            let now = time.arrival
            note { meter in
                // The transfer was not read while the player had paused it.
                if held.take() { _ = meter.heldUp(transfer, until: now) }
                return meter.arrived(bytes.count, of: transfer, at: now)
            }
            try taker.body(bytes)
            if taker.flow?.isPaused == true { held.set() }
        }
        return (transfer, watched)
    }

    /// A transfer has ended.
    func end(_ transfer: Int) { note { $0.ended(transfer) } }

    private func note(_ change: (inout BandwidthMeter) -> Double?) {
        if let news = state.withLock({ change(&$0.meter) }) { report(news) }
    }
}

/// Whether a transfer was held up since the last call of `take()`.
private final class HeldFlag: Sendable {
    private let isSet = Atomic(false)

    func set() { isSet.store(true, ordering: .relaxed) }
    func take() -> Bool { isSet.exchange(false, ordering: .relaxed) }
}
