internal import DequeModule

/// What a player's lock guards.
package struct PlayerCore {
    /// One committed change on its way out: what has to be done, and who hears of it.
    struct Step {
        var effects: [Effect]
        var events: [PlayerEvent]
        /// What counts the loads that are opened.
        var opened: [LoadID: PresentationMeter]
        var lanes: [ObserverQueue]
        var listeners: [any StepListener]
        var snapshot: PlayerSnapshot
        /// Whether nothing follows.
        var isLast = false

        /// Whether it leaves nothing that could be presented.
        var takesContentAway: Bool { isLast || snapshot.item == nil && !effects.isEmpty }
    }

    package private(set) var machine = PlayerMachine()
    /// What callers read of ``machine``, projected once for each change.
    private var snapshot = PlayerSnapshot()
    /// Counts what the current pipeline presents.
    private(set) var meter = PresentationMeter()
    /// Counts what each pipeline presents.
    private var meters: [LoadID: PresentationMeter] = [:]
    /// Counts the inputs, so that it shows whether something can have changed.
    private(set) var changes = 0
    private var steps: Deque<Step> = []
    private var isCarryingOut = false
    /// Whether an observer was let go of, for whom something may still be measured.
    private var hasLostObserver = false

    var lanes: [ObserverQueue] = []
    /// Lanes of observers that were let go, and may still have to hear what came before.
    var dismissed: [ObserverQueue] = []
    var listeners: [any StepListener] = []
    private(set) var recorders: [Recorder] = []
    package var pipelines: [LoadID: any MediaPipeline] = [:]
    var timers: [Deadline: PlayerTimer] = [:]
    var answers: [Int: @Sendable (SeekResult) -> Void] = [:]
    var refreshes: [Int: @Sendable () -> Void] = [:]
    private var lastAnswer = 0

    private(set) var metricsLog = MetricsLog()

    /// How the playback of the current item has gone.
    func metrics(at now: Duration) -> PlaybackMetrics? {
        metricsLog.current(machine, at: now, meter: meter)
    }

    /// What can be read at any time.
    var readable: ReadableCore { ReadableCore(snapshot, machine.timeline, meter) }

    /// The snapshot as it reads at an instant.
    private func snapshot(at now: Duration) -> PlayerSnapshot { readable.snapshot(at: now) }

    init(_ configuration: PlayerConfiguration) {
        machine.preparationLimit = min(max(configuration.preloadedItems, 0), 3)
        machine.preloadBudget = configuration.preloadBudget
        machine.allowsGaps = configuration.allowsGaps
        machine.catchUp.speed = configuration.pace
        machine.catchUp.offset = configuration.liveOffset
    }

    /// Reduces an input and queues what follows from it, the steps that are due after it included.
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
        // A pipeline that goes down may still present something: of no item.
        if machine.item == nil, old.item != nil { meter = PresentationMeter() }
        let events = machine.events(since: old, cause: input).map { event in left.map(event.with) ?? event }
        let concerned = listeners.filter { !events.isEmpty || $0.interest.concerns(input) }
        if effects.isEmpty, events.isEmpty, concerned.isEmpty { return }
        steps.append(
            Step(
                effects: effects, events: events, opened: opened, lanes: lanes, listeners: concerned,
                snapshot: snapshot(at: now), isLast: isLast))
    }

    /// Counts each load that is opened, and looks at the one that is current; answers with those that are new.
    private mutating func followMeters(_ effects: [Effect]) -> [LoadID: PresentationMeter] {
        var opened: [LoadID: PresentationMeter] = [:]
        for case .open(let request) in effects { opened[request.stamp] = PresentationMeter() }
        meters.merge(opened) { $1 }
        if let current = meters[machine.stamp] { meter = current }
        for case .discard(let stamp) in effects { meters[stamp] = nil }
        return opened
    }

    /// Adds a listener that hears of every later step that concerns it, and of the current snapshot first if it is to be greeted.
    ///
    /// What is measured for it is asked for before it listens: what came before belongs to those who listened then.
    mutating func attach(_ listener: any StepListener, isGreeted: Bool, at now: Duration) {
        watch(for: listeners + [listener], at: now)
        listeners.append(listener)
        guard isGreeted else { return }
        steps.append(
            Step(
                effects: [], events: [], opened: [:], lanes: [], listeners: [listener],
                snapshot: snapshot(at: now)))
    }

    /// Lets go of an observer. What was measured for it ends with the next input at the latest, in the thread that brings that: where one is
    /// found to be gone, nothing is carried out because of it beside those who give commands.
    mutating func forget(_ lane: ObserverQueue) {
        lanes.removeAll { $0 === lane }
        dismissed.removeAll { $0 === lane }
        hasLostObserver = true
    }

    /// All who may still hear something.
    var audience: [ObserverQueue] { lanes + dismissed }

    /// Takes an observer away, and closes its lanes. One in which a call is under way is remembered until that has ended.
    ///
    /// Answers with lanes to be released outside of the lock.
    mutating func takeAway(_ identity: ObjectIdentifier) -> [ObserverQueue] {
        let gone = audience.filter { $0.identity == identity }
        for lane in gone { lane.close() }
        lanes.removeAll { $0.identity == identity }
        let old = dismissed
        dismissed = (old.filter { $0.identity != identity } + gone).filter { !$0.isOver }
        return old + gone
    }

    /// Lets everybody go who listens, after what they are still to hear; recordings end.
    ///
    /// Answers with lanes that are not needed any more, to be released outside of the lock.
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

    /// Has a recorder take every input from now on.
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

    /// Has measured what those who listen now are interested in, and nothing else (contract 3.7).
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

    /// A number for a caller who waits for a seek.
    mutating func register(_ answer: @escaping @Sendable (SeekResult) -> Void) -> Int {
        lastAnswer += 1
        answers[lastAnswer] = answer
        return lastAnswer
    }

    /// A number for a caller who waits for the pipeline to be asked.
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
    /// The event with what was measured of an item that has ceased to be current.
    fileprivate func with(_ left: PlayerSnapshot) -> PlayerEvent {
        guard case .itemChanged(var change) = self else { return self }
        change.previous?.played = left.played
        change.previous?.position = left.position
        return .itemChanged(change)
    }
}
