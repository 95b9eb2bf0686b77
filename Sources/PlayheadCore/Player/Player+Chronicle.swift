internal import Dispatch
internal import Synchronization

extension Player {
    /// Calls a closure with every step that has events, at once and in order, until what this returns is released or cancelled.
    ///
    /// The snapshot is the one that the events led to. The closure is called on the thread that carries the step out, before anybody who asked
    /// later hears of it; it is to return soon, and neither command nor wait for the player.
    ///
    /// - Parameter positions: whether positions are measured for it.
    package func chronicle(
        positions: Bool, _ hear: @escaping @Sendable ([PlayerEvent], PlayerSnapshot) -> Void
    ) -> PlayerObservation {
        let (listener, observation) = chronicler(positions: positions, hear)
        attach(listener, startsWithCurrent: false)
        return observation
    }

    /// What is to be attached for a chronicle, and what ends it.
    func chronicler(
        positions: Bool, _ hear: @escaping @Sendable ([PlayerEvent], PlayerSnapshot) -> Void
    ) -> (listener: some StepListener, observation: PlayerObservation) {
        let listener = Chronicler(interest: positions ? .events : .facts, hear: hear)
        return (listener, PlayerObservation { [weak self] in self?.detach(listener) })
    }

    /// Waits until every observer has heard of what has happened so far; no longer than a limit of real time, because one may never
    /// return.
    package func isHeard(within limit: Duration) async {
        await follow(within: limit) { [weak self] queue, end in
            self?.whenDelivered(on: queue, end)
        }
    }

    /// Waits until every chronicle holds what the properties show, which can be read a moment before it is told; no longer than a limit of real
    /// time, because a pipeline may hold up everybody.
    package func isTold(within limit: Duration) async { await follow(within: limit) { _, end in end() } }

    /// Has something done behind every step that is on its way, and waits until that calls its end.
    private func follow(
        within limit: Duration,
        _ work: @escaping @Sendable (DispatchQueue, _ end: @escaping @Sendable () -> Void) -> Void
    ) async {
        // Not a global one: its threads may all be at work.
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

    /// The player's own time: that of a virtual clock, or of the system since an arbitrary zero.
    package var clockTime: Duration { time.now }
}

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

/// Calls once, when it hears for the first time.
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
