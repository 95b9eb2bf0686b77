internal import Synchronization

/// When the media framework started, once in a process: timeouts do not count that time.
package enum StartupTime {
    private typealias Instant = ContinuousClock.Instant

    private static let start = Mutex<(began: Instant?, ended: Instant?)>((nil, nil))

    package static func begin() { start.withLock { $0.began = .now } }
    package static func end() { start.withLock { $0.ended = .now } }

    /// Whether it is starting.
    package static var isStarting: Bool { start.withLock { $0.began != nil && $0.ended == nil } }

    /// How much of a span of real time that ends now was spent on it.
    package static func spent(within span: Duration) -> Duration {
        let (began, ended) = start.withLock { $0 }
        guard let began else { return .zero }
        let now = ContinuousClock.now
        return max(.zero, (ended ?? now) - max(began, now - span))
    }
}
