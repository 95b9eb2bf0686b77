internal import DequeModule

/// The state that a player's lock guards.
package struct PlayerCore {
    /// One committed change: its effects and its listeners.
    struct Step {
        var effects: [Effect]
        var events: [PlayerEvent]
        /// The meters of the loads that are opened.
        var opened: [LoadID: PresentationMeter]
        var lanes: [ObserverQueue]
        var listeners: [any StepListener]
        var snapshot: PlayerSnapshot
        /// Whether it is the last step.
        var isLast = false

        /// Whether it removes all presentable content.
        var takesContentAway: Bool { isLast || snapshot.item == nil && !effects.isEmpty }
    }

    package private(set) var machine = PlayerMachine()
    /// The public projection of ``machine``, made once per change.
    private var snapshot = PlayerSnapshot()
    /// Counts the presented media of the current pipeline.
    private(set) var meter = PresentationMeter()
    /// The meter of each pipeline.
    private var meters: [LoadID: PresentationMeter] = [:]
    /// The number of inputs; it shows whether a change is possible.
    private(set) var changes = 0
    private var steps: Deque<Step> = []
    private var isCarryingOut = false
    /// Whether a released observer may still cause measurements.
    private var hasLostObserver = false

    var lanes: [ObserverQueue] = []
    /// Queues of removed observers that may have undelivered events.
    var dismissed: [ObserverQueue] = []
    var listeners: [any StepListener] = []
    private(set) var recorders: [Recorder] = []
    package var pipelines: [LoadID: any MediaPipeline] = [:]
    var timers: [Deadline: PlayerTimer] = [:]
    var answers: [Int: @Sendable (SeekResult) -> Void] = [:]
    var refreshes: [Int: @Sendable () -> Void] = [:]
    private var lastAnswer = 0

    private(set) var metricsLog = MetricsLog()

    /// The metrics of the current item.
    func metrics(at now: Duration) -> PlaybackMetrics? {
        metricsLog.current(machine, at: now, meter: meter)
    }

    /// The values that are readable at any time.
    var readable: ReadableCore { ReadableCore(snapshot, machine.timeline, meter) }

    /// The snapshot at an instant.
    private func snapshot(at now: Duration) -> PlayerSnapshot { readable.snapshot(at: now) }

    init(_ configuration: PlayerConfiguration) {
        machine.preparationLimit = min(max(configuration.preloadedItems, 0), 3)
        machine.preloadBudget = configuration.preloadBudget
        machine.allowsGaps = configuration.allowsGaps
        machine.audioDevice = configuration.audioDevice
        machine.catchUp.speed = configuration.pace
        machine.catchUp.offset = configuration.liveOffset
    }

    /// Reduces an input and queues its effects, including the steps that are due after it.
    mutating func commit(_ input: PlayerInput, at now: Duration) {
        if hasLostObserver { watch(at: now) }
        reduce(input, at: now)
        while let next = machine.continuation { reduce(next, at: now) }
    }

    private mutating func reduce(_ input: PlayerInput, at now: Duration) {
        changes += 1
        let old = machine
        let moment = Moment(now: now, limit: meter.end)
        let effects = machine.apply(input, at: moment)
        snapshot = machine.snapshot
        metricsLog.take(from: old, to: machine, at: now, meter: meter)
        for recorder in recorders { recorder.take(input, at: moment, from: old, to: machine) }
        let isLast = machine.status == .closed && old.status != .closed
        if isLast { endRecordings(at: now) }
        let left =
            machine.itemNumber == old.itemNumber
            ? nil : ReadableCore(old.snapshot, old.timeline, meter).snapshot(at: now)
        let opened = followMeters(effects)
        // A pipeline may still present media while it shuts down; that media belongs to no item.
        if machine.item == nil, old.item != nil { meter = PresentationMeter() }
        let events = machine.events(since: old, cause: input).map { event in left.map(event.with) ?? event }
        let concerned = listeners.filter { !events.isEmpty || $0.interest.concerns(input) }
        if effects.isEmpty, events.isEmpty, concerned.isEmpty { return }
        steps.append(
            Step(
                effects: effects, events: events, opened: opened, lanes: lanes, listeners: concerned,
                snapshot: snapshot(at: now), isLast: isLast))
    }

    /// Creates a meter for each opened load, and selects that of the current load. Returns the new ones.
    private mutating func followMeters(_ effects: [Effect]) -> [LoadID: PresentationMeter] {
        var opened: [LoadID: PresentationMeter] = [:]
        for case .open(let request) in effects { opened[request.stamp] = PresentationMeter() }
        meters.merge(opened) { $1 }
        if let current = meters[machine.stamp] { meter = current }
        for case .discard(let stamp) in effects { meters[stamp] = nil }
        return opened
    }

    /// Adds a listener for every later step that concerns it. A greeted listener receives the current
    /// snapshot first.
    ///
    /// Its measurements are requested before it is added: earlier values belong to the earlier listeners.
    mutating func attach(_ listener: any StepListener, isGreeted: Bool, at now: Duration) {
        watch(for: listeners + [listener], at: now)
        listeners.append(listener)
        guard isGreeted else { return }
        steps.append(
            Step(
                effects: [], events: [], opened: [:], lanes: [], listeners: [listener],
                snapshot: snapshot(at: now)))
    }

    /// Forgets a released observer.
    ///
    /// Its measurements end with the next input at the latest, on the thread of that input. The thread that
    /// finds the observer released carries out no effects concurrently with commands.
    mutating func forget(_ lane: ObserverQueue) {
        lanes.removeAll { $0 === lane }
        dismissed.removeAll { $0 === lane }
        hasLostObserver = true
    }

    /// All queues that may have undelivered events.
    var audience: [ObserverQueue] { lanes + dismissed }

    /// Removes an observer and closes its queues. A queue with a call in progress is remembered until that
    /// has ended.
    ///
    /// Returns queues to release outside the lock.
    mutating func takeAway(_ identity: ObjectIdentifier) -> [ObserverQueue] {
        let gone = audience.filter { $0.identity == identity }
        for lane in gone { lane.close() }
        lanes.removeAll { $0.identity == identity }
        let old = dismissed
        dismissed = (old.filter { $0.identity != identity } + gone).filter { !$0.isOver }
        return old + gone
    }

    /// Removes all listeners after their remaining events; recordings end.
    ///
    /// Returns unneeded queues to release outside the lock.
    mutating func dismissListeners(at now: Duration) -> [ObserverQueue] {
        endRecordings(at: now)
        steps.append(
            Step(
                effects: [], events: [], opened: [:], lanes: lanes, listeners: listeners,
                snapshot: snapshot(at: now), isLast: true))
        let old = dismissed
        dismissed = old.filter { !$0.isOver } + lanes
        (lanes, listeners) = ([], [])
        watch(at: now)
        return old
    }

    /// Makes a recorder take every input from now on.
    mutating func begin(_ recorder: Recorder, at now: Duration) {
        recorder.begin(machine, at: now)
        recorders.append(recorder)
    }

    mutating func end(_ recorder: Recorder, at now: Duration) {
        recorder.end(machine, at: now)
        recorders.removeAll { $0 === recorder }
    }

    mutating func endRecordings(at now: Duration) {
        for recorder in recorders { recorder.end(machine, at: now) }
        recorders = []
    }

    /// Requests exactly the measurements that the current listeners need (contract 3.7).
    mutating func watch(at now: Duration) { watch(for: listeners, at: now) }

    private mutating func watch(for listeners: [any StepListener], at now: Duration) {
        hasLostObserver = false
        var (wantsPositions, times) = (!lanes.isEmpty, TimeSubscriptions())
        for listener in listeners {
            switch listener.interest {
            case .events: wantsPositions = true
            case .facts: break
            case .times(let wanted): times.formUnion(wanted)
            }
        }
        if wantsPositions != machine.isWatched { commit(.command(.watch(wantsPositions)), at: now) }
        if times != machine.watchedTimes { commit(.command(.watchTimes(times)), at: now) }
    }

    /// Registers a caller that waits for a seek, and returns its number.
    mutating func register(_ answer: @escaping @Sendable (SeekResult) -> Void) -> Int {
        lastAnswer += 1
        answers[lastAnswer] = answer
        return lastAnswer
    }

    /// Registers a caller that waits for a refresh, and returns its number.
    mutating func registerRefresh(_ answer: @escaping @Sendable () -> Void) -> Int {
        lastAnswer += 1
        refreshes[lastAnswer] = answer
        return lastAnswer
    }

    mutating func beginCarryingOut() -> Bool {
        guard !isCarryingOut, !steps.isEmpty else { return false }
        isCarryingOut = true
        return true
    }

    mutating func nextStep() -> Step? {
        if let step = steps.popFirst() { return step }
        isCarryingOut = false
        return nil
    }
}

extension PlayerEvent {
    /// The event with the metrics of the item that is no longer current.
    fileprivate func with(_ left: PlayerSnapshot) -> PlayerEvent {
        guard case .itemChanged(var change) = self else { return self }
        change.previous?.played = left.played
        change.previous?.position = left.position
        return .itemChanged(change)
    }
}
