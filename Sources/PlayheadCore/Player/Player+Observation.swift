public import Dispatch
internal import Synchronization

extension Player {
    /// Adds an observer that is called on a private serial queue of the player (contract 3.5). The player
    /// holds it weakly.
    ///
    /// The observer receives all events from now on. A second call with the same observer has no effect.
    public func addObserver(_ observer: some PlayerObserver) {
        add(observer, queue: nil)
    }

    /// Adds an observer that is called on the given queue, one call at a time. The player holds it weakly.
    ///
    /// An observer that was added before keeps its order and its queue.
    public func addObserver(_ observer: some PlayerObserver, queue: DispatchQueue) {
        add(observer, queue: queue)
    }

    /// Removes an observer. It receives no more calls, except for one in progress on another thread. Removing
    /// an unknown observer has no effect.
    public func removeObserver(_ observer: some PlayerObserver) {
        let identity = ObjectIdentifier(observer)
        // Released outside the lock.
        let gone = changeAudience { $0.takeAway(identity) }
        withExtendedLifetime(gone) {}
    }

    /// Calls a closure with every event from now on, until the returned observation is released or cancelled.
    ///
    /// The calls are made one at a time on the given queue, or on a private serial queue.
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
        // An observer that was removed and is added again during its last call keeps that queue: its calls
        // stay serial.
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

    /// Adds or removes listeners. Positions are measured only while there are listeners (contract 3.7).
    func changeAudience<Result>(_ body: (inout PlayerCore) -> Result) -> Result {
        change { core in
            defer { core.watch(at: time.now) }
            return body(&core)
        }
    }
}
