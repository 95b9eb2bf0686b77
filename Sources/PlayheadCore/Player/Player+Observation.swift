public import Dispatch
internal import Synchronization

extension Player {
    /// Adds an observer, held weakly, that is called on a private serial queue of the player's (contract 3.5).
    ///
    /// The observer hears of everything that happens from now on. Adding it twice is adding it once.
    public func addObserver(_ observer: some PlayerObserver) {
        add(observer, queue: nil)
    }

    /// Adds an observer, held weakly, that is called on the given queue, one call after another.
    ///
    /// An observer that was added before keeps its place and its queue.
    public func addObserver(_ observer: some PlayerObserver, queue: DispatchQueue) {
        add(observer, queue: queue)
    }

    /// Takes an observer away; it hears nothing more, but for a call that is under way in another thread. One that was never added
    /// is no fault.
    public func removeObserver(_ observer: some PlayerObserver) {
        let identity = ObjectIdentifier(observer)
        // Released when nothing is locked any more.
        let gone = changeAudience { $0.takeAway(identity) }
        withExtendedLifetime(gone) {}
    }

    /// Calls a closure with every event from now on, until what this returns is released or cancelled.
    ///
    /// The calls come one after another on the given queue, or on a private serial queue.
    public func observe(
        on queue: DispatchQueue? = nil, _ hear: @escaping @Sendable (PlayerEvent) -> Void
    ) -> PlayerObservation {
        let lane = ObserverQueue(identity: nil, queue: queue, group: outstanding, time: time) { event, _ in
            hear(event)
            return true
        }
        add(lane)
        return PlayerObservation { [weak self, lane] in
            lane.close()
            self?.remove(lane)
        }
    }

    private func add(_ observer: some PlayerObserver, queue: DispatchQueue?) {
        let identity = ObjectIdentifier(observer)
        // One that was let go or removed, and comes back before its last call has ended, is still called once at a time.
        let queue =
            queue
            ?? core.withLock { core in
                core.dismissed.last { $0.identity == identity && !$0.isOver }?.queue
            }
        let lane = ObserverQueue(identity: identity, queue: queue, group: outstanding, time: time) {
            [weak observer] in
            observer != nil
        } deliver: { [weak self, weak observer] event, lane in
            guard let self else { return false }
            guard let observer else {
                core.withLock { $0.forget(lane) }
                return false
            }
            observer.hear(event, of: self) { !lane.isClosed }
            return true
        }
        add(lane)
    }

    private func remove(_ lane: ObserverQueue) {
        changeAudience { $0.forget(lane) }
    }

    private func add(_ lane: ObserverQueue) {
        let abandoned = core.withLock(\.lanes).filter(\.isAbandoned)
        changeAudience { core in
            core.lanes.removeAll { lane in abandoned.contains { $0 === lane } }
            let isKnown = lane.identity != nil && core.lanes.contains { $0.identity == lane.identity }
            if !isKnown, core.machine.status != .closed { core.lanes.append(lane) }
        }
    }

    /// Lets somebody come or go: positions are measured only while somebody listens (contract 3.7).
    func changeAudience<Result>(_ body: (inout PlayerCore) -> Result) -> Result {
        change { core in
            defer { core.watch(at: time.now) }
            return body(&core)
        }
    }
}
