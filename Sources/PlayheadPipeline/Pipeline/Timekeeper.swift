internal import PlayheadCore

/// The times of the media timeline that a load has to report, and the wait for the next of them.
struct Timekeeper {
    /// Whether positions are reported at intervals.
    var isTicking = false
    /// The interval of the last position that was reported, counted from zero.
    var lastTick = 0
    /// The times that callers wait for.
    var watched = TimeSubscriptions()
    /// The position up to which these were reported. Nil if the position has to be reported anew.
    var watchedUntil: Duration?
    private var wait: PlayerTimer?
    /// Counts the waits: a late call of an earlier one is ignored.
    private(set) var waits = 0

    /// Nothing is waited for.
    mutating func stop() {
        wait?.cancel()
        wait = nil
    }

    /// The next wait begins. Returns its number.
    mutating func begin() -> Int {
        waits += 1
        return waits
    }

    mutating func keep(_ timer: PlayerTimer?) { wait = timer }
}
