internal import Synchronization

extension Player {
    /// How the playback of the current item has gone up to now; nil without one. Counted whether anybody asks or not.
    public var metrics: PlaybackMetrics? { core.withLock { $0.metrics(at: time.now) } }

    /// How the playback of each item goes: a value when something notable happens (it is ready, a stall, a seek, an end), and one that is
    /// final (``PlaybackMetrics/isFinal``) for each item that ceases to be current. Ends when the player is closed.
    ///
    /// Values that the consumer has not taken are replaced by the next one of the same item; beyond 256 the oldest gives way.
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
    /// Whether figures have changed that are not counted all the time.
    fileprivate var isNotable: Bool {
        switch self {
        case .itemChanged, .ready, .statusChanged, .stateChanged, .stalled, .resumed, .finished, .error,
            .warning:
            true
        default: false
        }
    }
}
