internal import Synchronization

/// Times in which nothing new is expected of playlists, by their numbers.
final class Lulls: Sendable {
    private let timers = Mutex<[Int: PlayerTimer]>([:])

    /// A playlist has come: with a time for which nothing will follow, or nil.
    func note(_ timer: PlayerTimer?, of number: Int) {
        let last = timers.withLock { timers in
            defer { timers[number] = timer }
            return timers[number]
        }
        last?.cancel()
    }

    func end() {
        let timers = timers.withLock { timers in
            defer { timers = [:] }
            return timers.values.map { $0 }
        }
        for timer in timers { timer.cancel() }
    }
}
