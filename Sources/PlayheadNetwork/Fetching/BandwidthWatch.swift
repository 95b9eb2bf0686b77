internal import PlayheadCore
internal import Synchronization

/// Watches the transfers of one load for how fast they come.
package final class BandwidthWatch: Sendable {
    private let time: any PlayerTime
    private let report: @Sendable (Double) -> Void
    private let state = Mutex((meter: BandwidthMeter(), last: 0))

    /// - Parameter report: is called with bits per second where they differ from what it was called with before.
    init(_ time: any PlayerTime, report: @escaping @Sendable (Double) -> Void) {
        self.time = time
        self.report = report
    }

    /// A transfer that is about to begin, and the same taker, which is watched.
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
                // It was not read while the player wanted nothing more.
                if held.take() { _ = meter.heldUp(transfer, until: now) }
                return meter.arrived(bytes.count, of: transfer, at: now)
            }
            try taker.body(bytes)
            if taker.flow?.isPaused == true { held.set() }
        }
        return (transfer, watched)
    }

    /// Nothing more comes of a transfer.
    func end(_ transfer: Int) { note { $0.ended(transfer) } }

    private func note(_ change: (inout BandwidthMeter) -> Double?) {
        if let news = state.withLock({ change(&$0.meter) }) { report(news) }
    }
}

/// Whether a transfer was held up since this was asked last.
private final class HeldFlag: Sendable {
    private let isSet = Atomic(false)

    func set() { isSet.store(true, ordering: .relaxed) }
    func take() -> Bool { isSet.exchange(false, ordering: .relaxed) }
}
