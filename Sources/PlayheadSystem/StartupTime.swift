internal import Synchronization

/// The time that the media framework took to initialize, once in a process. Timeouts exclude this time.
package enum StartupTime {
    private typealias Instant = ContinuousClock.Instant

    private static let start = Mutex<(began: Instant?, ended: Instant?)>((nil, nil))

    package static func begin() { start.withLock { $0.began = .now } }
    package static func end() { start.withLock { $0.ended = .now } }

    /// Whether the initialization is in progress.
    package static var isStarting: Bool { start.withLock { $0.began != nil && $0.ended == nil } }

    /// The part of a span of real time, ending now, that the initialization took.
    package static func spent(within span: Duration) -> Duration {
        let (began, ended) = start.withLock { $0 }
        guard let began else { return .zero }
        let now = ContinuousClock.now
        return max(.zero, (ended ?? now) - max(began, now - span))
    }
}
