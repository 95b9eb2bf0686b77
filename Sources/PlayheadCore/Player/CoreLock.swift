internal import PlayheadSystem
internal import Synchronization

/// The player's lock. What changes under it is published as one value when it is released, so that reading takes no
/// lock: a lock that many threads want costs each of them a call into the kernel, a hundred times the reading itself.
package struct CoreLock: ~Copyable, Sendable {
    private let core: Mutex<PlayerCore>
    private let published: RCUCell<ReadableCore>
    /// Counts the times that the lock was taken and released: odd while it is held.
    private let turns = Atomic(0)

    init(_ configuration: PlayerConfiguration) {
        let core = PlayerCore(configuration)
        published = RCUCell(core.readable)
        self.core = Mutex(core)
    }

    /// Changes what is guarded. The time of a change is to be taken inside.
    package func withLock<Result>(_ body: (inout PlayerCore) -> Result) -> Result {
        core.withLock { core in
            turns.add(1, ordering: .sequentiallyConsistent)
            defer { turns.add(1, ordering: .sequentiallyConsistent) }
            let before = core.changes
            defer { if core.changes != before { published.replace(with: core.readable) } }
            return body(&core)
        }
    }

    /// The snapshot as it reads now.
    ///
    /// It is of a moment at which no change was under way: a position that is extrapolated beyond the time of a pause would run
    /// backwards with the next reading.
    func snapshot(by time: some PlayerTime) -> PlayerSnapshot {
        let before = turns.load(ordering: .sequentiallyConsistent)
        if before & 1 == 0 {
            let snapshot = published.read { $0.snapshot(at: time.now) }
            if turns.load(ordering: .sequentiallyConsistent) == before { return snapshot }
        }
        return core.withLock { $0.readable.snapshot(at: time.now) }
    }
}

/// What can be read of a player at any time.
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

    /// The snapshot as it reads at an instant.
    func snapshot(at now: Duration) -> PlayerSnapshot {
        let presented = meter.presented
        var resolved = snapshot.resolved(along: timeline, at: Moment(now: now, limit: presented.end))
        resolved.progress.played = presented.played
        return resolved
    }
}
