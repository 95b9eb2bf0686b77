internal import Dispatch
internal import Synchronization

extension Player {
    /// Calls a closure with every step that has events, immediately and in order, until the returned
    /// observation is released or cancelled.
    ///
    /// The closure receives the snapshot after the events. It is called on the thread that carries out the
    /// step, before later observers receive the events. It must return quickly, and must not command or wait
    /// for the player.
    ///
    /// - Parameter positions: whether positions are measured for this observation.
    package func chronicle(
        positions: Bool, _ hear: @escaping @Sendable ([PlayerEvent], PlayerSnapshot) -> Void
    ) -> PlayerObservation {
        let (listener, observation) = chronicler(positions: positions, hear)
        attach(listener, startsWithCurrent: false)
        return observation
    }

    /// The listener to attach for a chronicle, and the observation that ends it.
    func chronicler(
        positions: Bool, _ hear: @escaping @Sendable ([PlayerEvent], PlayerSnapshot) -> Void
    ) -> (listener: some StepListener, observation: PlayerObservation) {
        let listener = Chronicler(interest: positions ? .events : .facts, hear: hear)
        return (listener, PlayerObservation { [weak self] in self?.detach(listener) })
    }

    /// Waits until every observer has received all events so far, up to a limit of real time. An observer
    /// callback may never return.
    package func isHeard(within limit: Duration) async {
        await follow(within: limit) { [weak self] queue, end in
            self?.whenDelivered(on: queue, end)
        }
    }

    /// Waits until every chronicle has received the state that the properties show, up to a limit of real
    /// time.
    ///
    /// Properties are readable shortly before the events are delivered, and a pipeline may block all threads.
    package func isTold(within limit: Duration) async { await follow(within: limit) { _, end in end() } }

    /// Runs a closure after every step in progress, and waits until the closure calls its completion.
    private func follow(
        within limit: Duration,
        _ work: @escaping @Sendable (DispatchQueue, _ end: @escaping @Sendable () -> Void) -> Void
    ) async {
        // A global queue may have all its threads in use.
        let queue = DispatchQueue(label: "playhead.heard", qos: .userInitiated)
        let once = OnceContinuation()
        let marker = Marker { work(queue) { once.resume() } }
        await withCheckedContinuation { continuation in
            once.keep(continuation)
            queue.asyncAfter(deadline: .now() + .nanoseconds(Int(limit.inNanoseconds))) {
                once.resume()
            }
            attach(marker, startsWithCurrent: true)
        }
        detach(marker)
    }

    private func whenDelivered(on queue: DispatchQueue, _ action: @escaping @Sendable () -> Void) {
        let group = DispatchGroup()
        for lane in core.withLock(\.audience) {
            group.enter()
            lane.whenDelivered { group.leave() }
        }
        group.notify(queue: queue, execute: action)
    }

    /// The time of the player's clock: that of a virtual clock, or system time since an arbitrary zero.
    package var clockTime: Duration { time.now }
}

/// A listener that calls the closure of a chronicle.
private final class Chronicler: StepListener {
    let interest: Interest
    private let tell: @Sendable ([PlayerEvent], PlayerSnapshot) -> Void

    init(interest: Interest, hear: @escaping @Sendable ([PlayerEvent], PlayerSnapshot) -> Void) {
        self.interest = interest
        tell = hear
    }

    func hear(_ events: [PlayerEvent], _ snapshot: PlayerSnapshot) {
        if !events.isEmpty { tell(events, snapshot) }
    }

    func finish() {}
}

/// A listener that calls a closure once, at its first step.
private final class Marker: StepListener {
    let interest = Interest.facts
    private let action: Mutex<(@Sendable () -> Void)?>

    init(_ action: @escaping @Sendable () -> Void) { self.action = Mutex(action) }

    func hear(_ events: [PlayerEvent], _ snapshot: PlayerSnapshot) { act() }
    func finish() { act() }

    private func act() {
        let action = action.withLock { action in
            defer { action = nil }
            return action
        }
        action?()
    }
}
