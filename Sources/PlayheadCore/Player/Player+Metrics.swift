internal import Synchronization

extension Player {
    /// The metrics of the current item up to now; nil without an item. They are counted in any case.
    public var metrics: PlaybackMetrics? { core.withLock { $0.metrics(at: time.now) } }

    /// The metrics of each item: a value at each notable change (ready, stall, seek, end), and a final one
    /// when the item is no longer current (``PlaybackMetrics/isFinal``). Ends when the player is closed.
    ///
    /// A value that the consumer has not taken is replaced by the next one of the same item. Beyond 256
    /// values the oldest is dropped.
    public var metricsUpdates: some AsyncSequence<PlaybackMetrics, Never> & Sendable {
        let seen = Mutex(core.withLock { $0.metricsLog.endedCount })
        return sequence(interest: .facts) { (value: PlaybackMetrics, buffer) in
            if buffer.last?.itemNumber == value.itemNumber { buffer.removeLast() }
            buffer.append(value, limit: 256)
        } take: { [weak self] events, _, feed in
            guard let self, events.contains(where: \.isNotable) else { return }
            let (ended, count, current) = core.withLock { core in
                (core.metricsLog.ended, core.metricsLog.endedCount, core.metrics(at: time.now))
            }
            let news = seen.withLock { seen in
                defer { seen = count }
                return min(count - seen, ended.count)
            }
            for value in ended.suffix(max(news, 0)) { feed.append(value) }
            if let current { feed.append(current) }
        }
    }
}

extension PlayerEvent {
    /// Whether a value changed that is not counted continuously.
    fileprivate var isNotable: Bool {
        switch self {
        case .itemChanged, .ready, .statusChanged, .stateChanged, .stalled, .resumed, .finished, .error,
            .warning:
            true
        default: false
        }
    }
}
