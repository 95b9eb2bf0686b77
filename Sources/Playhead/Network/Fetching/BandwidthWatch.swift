internal import NIOCore
internal import Synchronization

/// Watches the transfers of one load for how fast they come.
final class BandwidthWatch: Sendable {
    private let time: any PlayerTime
    private let report: @Sendable (Double) -> Void
    private let state = Mutex((meter: BandwidthMeter(), last: 0))

    /// - Parameter report: is called with bits per second where they differ from what it was called with before.
    init(_ time: any PlayerTime, report: @escaping @Sendable (Double) -> Void) {
        self.time = time
        self.report = report
    }

    /// A transfer that is about to begin, and the same taker, which is watched.
    func watch(_ taker: FetchAttempt.Taker) -> (transfer: Int, taker: FetchAttempt.Taker) {
        let transfer = state.withLock { state in
            state.last += 1
            return state.last
        }
        var watched = taker
        watched.body = { [self] buffer in
            let (bytes, now) = (buffer.readableBytes, time.arrival)
            note { meter in
                defer { meter.handedOn(transfer) }
                return meter.arrived(bytes, of: transfer, at: now)
            }
            // What a client takes of its time is real on a virtual clock too.
            let begun = NIODeadline.now()
            let taken = taker.body(buffer)
            taken.whenComplete { [self] _ in
                let isHeldUp = NIODeadline.now() - begun >= Self.patience
                let now = time.arrival
                note { meter in
                    if isHeldUp { return meter.heldUp(transfer, until: now) }
                    meter.taken(transfer, at: now)
                    return nil
                }
            }
            return taken
        }
        return (transfer, watched)
    }

    /// Nothing more comes of a transfer.
    func end(_ transfer: Int) { note { $0.ended(transfer) } }

    private func note(_ change: (inout BandwidthMeter) -> Double?) {
        if let news = state.withLock({ change(&$0.meter) }) { report(news) }
    }

    /// What is taken within this is as good as taken at once.
    private static let patience: TimeAmount = .milliseconds(50)
}
