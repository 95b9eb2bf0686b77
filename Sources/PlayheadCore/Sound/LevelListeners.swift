internal import Synchronization

/// Those who follow the levels of what the devices of a player play.
package final class LevelListeners: Sendable {
    private struct Listener: Sendable {
        var interval: Duration
        var pending: AudioLevels?
        var tell: @Sendable (AudioLevels) -> Void
    }

    private let listeners = Mutex<[Int: Listener]>([:])
    private let count = Atomic(0)
    private let numbers = Atomic(0)

    package init() {}

    /// Whether levels have to be measured.
    package var areWanted: Bool { count.load(ordering: .relaxed) > 0 }

    /// Takes the levels of the next span. Each listener receives them when its interval has passed.
    package func tell(_ levels: AudioLevels) {
        let due = listeners.withLock { listeners in
            var due: [(@Sendable (AudioLevels) -> Void, AudioLevels)] = []
            for key in listeners.keys {
                guard var listener = listeners[key] else { continue }
                let joined = listener.pending?.joined(with: levels) ?? levels
                let isDue = joined.duration + .milliseconds(1) >= listener.interval
                if isDue { due.append((listener.tell, joined)) }
                listener.pending = isDue ? nil : joined
                listeners[key] = listener
            }
            return due
        }
        for (tell, levels) in due { tell(levels) }
    }

    /// Adds a listener. The result removes it, at the first call.
    package func add(
        every interval: Duration, _ tell: @escaping @Sendable (AudioLevels) -> Void
    ) -> @Sendable () -> Void {
        let number = numbers.add(1, ordering: .relaxed).newValue
        listeners.withLock { $0[number] = Listener(interval: interval, tell: tell) }
        count.add(1, ordering: .relaxed)
        return { [weak self] in
            guard let self, listeners.withLock({ $0.removeValue(forKey: number) }) != nil else { return }
            count.subtract(1, ordering: .relaxed)
        }
    }
}
