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

    /// Takes an observer away; it hears nothing more. One that was never added is no fault.
    public func removeObserver(_ observer: some PlayerObserver) {
        let identity = ObjectIdentifier(observer)
        let removed = core.withLock { core in
            defer { core.lanes.removeAll { $0.identity == identity } }
            return core.lanes.filter { $0.identity == identity }
        }
        for lane in removed { lane.close() }
        watchIfWanted()
    }

    private func add(_ observer: some PlayerObserver, queue: DispatchQueue?) {
        let identity = ObjectIdentifier(observer)
        let lane = Lane(identity: identity, queue: queue, group: outstanding) { [weak observer] in
            observer != nil
        } deliver: { [weak self, weak observer] event in
            guard let self, let observer else { return false }
            observer.hear(event, of: self)
            return true
        }
        let abandoned = core.withLock(\.lanes).filter(\.isAbandoned)
        core.withLock { core in
            core.lanes.removeAll { lane in abandoned.contains { $0 === lane } }
            let isKnown = core.lanes.contains { $0.identity == lane.identity }
            if !isKnown, core.snapshot.status != .closed { core.lanes.append(lane) }
        }
        watchIfWanted()
    }

    /// Everything that happens from now on, as an asynchronous sequence that ends when the player is closed.
    ///
    /// Each call of this property makes a sequence for one consumer. Positions that the consumer has not
    /// taken when the next one comes are replaced by it; nothing else is ever dropped.
    public var events: some AsyncSequence<PlayerEvent, Never> & Sendable {
        let subscription = EventSubscription { [weak self] buffer in self?.detach(buffer) }
        let isClosed = core.withLock { core in
            if core.snapshot.status != .closed { core.buffers.append(subscription.buffer) }
            return core.snapshot.status == .closed
        }
        if isClosed { subscription.buffer.finish() }
        watchIfWanted()
        return AsyncStream {
            await subscription.buffer.next()
        } onCancel: {
            subscription.cancel()
        }
    }

    private func detach(_ buffer: EventBuffer) {
        core.withLock { $0.buffers.removeAll { $0 === buffer } }
        watchIfWanted()
    }

    /// Positions are measured only while somebody listens (contract 3.7).
    private func watchIfWanted() {
        core.withLock { core in
            let wanted = !core.lanes.isEmpty || !core.buffers.isEmpty
            if wanted != core.snapshot.isWatched { core.commit(.command(.watch(wanted)), at: time.now) }
        }
        carryOut()
    }
}
