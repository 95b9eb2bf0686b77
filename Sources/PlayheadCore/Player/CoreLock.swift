internal import PlayheadSystem
internal import Synchronization

/// The lock of a player.
///
/// A change is published as one value on release, so that readers take no lock. Under contention, a lock
/// costs each reader a system call, about 100 times the cost of the read.
package struct CoreLock: ~Copyable, Sendable {
    private let core: Mutex<PlayerCore>
    private let published: RCUCell<ReadableCore>
    /// The number of acquisitions and releases: odd while the lock is held.
    private let turns = Atomic(0)

    init(_ configuration: PlayerConfiguration) {
        let core = PlayerCore(configuration)
        published = RCUCell(core.readable)
        self.core = Mutex(core)
    }

    /// Changes the guarded value. Callers take the time of a change inside `body`.
    package func withLock<Result>(_ body: (inout PlayerCore) -> Result) -> Result {
        core.withLock { core in
            turns.add(1, ordering: .sequentiallyConsistent)
            defer { turns.add(1, ordering: .sequentiallyConsistent) }
            let before = core.changes
            defer { if core.changes != before { published.replace(with: core.readable) } }
            return body(&core)
        }
    }

    /// The snapshot at the current time.
    ///
    /// It belongs to an instant without a change in progress. Otherwise a position extrapolated beyond a
    /// pause would run backwards at the next read.
    func snapshot(by time: some PlayerTime) -> PlayerSnapshot {
        let before = turns.load(ordering: .sequentiallyConsistent)
        if before & 1 == 0 {
            let snapshot = published.read { $0.snapshot(at: time.now) }
            if turns.load(ordering: .sequentiallyConsistent) == before { return snapshot }
        }
        return core.withLock { $0.readable.snapshot(at: time.now) }
    }
}

/// The values of a player that are readable at any time.
struct ReadableCore: Sendable {
    /// The values at the time of the last change.
    var snapshot: PlayerSnapshot
    var timeline: Timeline
    var meter: PresentationMeter

    init(_ snapshot: PlayerSnapshot, _ timeline: Timeline, _ meter: PresentationMeter) {
        self.snapshot = snapshot
        self.timeline = timeline
        self.meter = meter
    }

    /// The snapshot at an instant.
    func snapshot(at now: Duration) -> PlayerSnapshot {
        let presented = meter.presented
        var resolved = snapshot.resolved(along: timeline, at: Moment(now: now, limit: presented.end))
        resolved.progress.played = presented.played
        return resolved
    }
}
