internal import Dispatch
internal import Synchronization

/// Drives the engine of one load: carries its requests out, tells it the time, and hands its samples to the outputs.
///
/// What happens is taken on `queue`, one after another; outputs take their samples on their own threads.
final class StreamingSource: Sendable {
    /// What the engine has to say, besides reports.
    enum Notice: Sendable {
        case ready
        case supplied
        case cues([SubtitleCue], StreamTrack.ID)
        case textsEnded(StreamTrack.ID)
        case switched(StreamTrack.ID)
    }

    private struct State: Sendable {
        var engine: StreamingEngine
        var isClosed = false
    }

    private let order: LoadOrder
    private let driver: RequestDriver
    private let queue = DispatchQueue(label: "playhead.streaming", qos: .userInitiated)
    private let state: Mutex<State>
    private let report: @Sendable (LoadReport) -> Void
    private let notify: @Sendable (Notice) -> Void
    private let waiting = Mutex<[PresentationMeter.Output: DispatchSemaphore]>([:])

    /// Nothing is fetched before ``start()``. `report` and `notify` are called one after another, and not after ``close()``.
    init(
        _ order: LoadOrder, keys: [String: String] = [:], wishes: TrackWishes,
        report: @escaping @Sendable (LoadReport) -> Void, notify: @escaping @Sendable (Notice) -> Void
    ) throws(PlayerError) {
        let decryptionKeys = try DecryptionKeys(keys)
        self.order = order
        self.report = report
        self.notify = notify
        driver = try RequestDriver(order)
        var engineOrder = StreamingEngine.Order(uri: order.uri)
        engineOrder.policy = order.policy
        engineOrder.recovery = order.recovery
        engineOrder.quality = order.quality
        engineOrder.keys = decryptionKeys
        engineOrder.stallTimeout = order.stallTimeout
        engineOrder.loadTimeout = order.loadTimeout
        engineOrder.liveOffset = order.liveOffset
        engineOrder.isVirtual = order.time.isVirtual
        engineOrder.mayRefresh = order.refresh != nil
        if !order.time.isVirtual { engineOrder.chance = { Double.random(in: -1...1) } }
        state = Mutex(State(engine: StreamingEngine(engineOrder, wishes: wishes, at: order.time.now)))
        driver.connect { [weak self] in self?.take($0) }
    }

    deinit { close() }

    func start() { change { $0.start() } }

    /// What is being fetched.
    var fetches: Fetches { order.fetches }

    // MARK: For the pipeline

    /// Reads something of the engine; on any thread.
    func read<Value: Sendable>(_ body: (borrowing StreamingEngine) -> Value) -> Value {
        state.withLock { body($0.engine) }
    }

    /// Changes something in the engine, at once; what it wants done is done later, in order.
    func change(_ body: (inout StreamingEngine) -> Void) {
        let isBusy = state.withLock { state in
            guard !state.isClosed else { return false }
            body(&state.engine)
            return !state.engine.actions.isEmpty
        }
        if isBusy { perform() }
    }

    /// Ends everything that is under way; nothing is reported any more.
    func close() {
        state.withLock { $0.isClosed = true }
        wake()
        driver.close()
    }

    // MARK: For the outputs

    /// What an output is given next; on its thread.
    func next(for output: PresentationMeter.Output) -> StreamStep {
        let (step, isBusy) = state.withLock { state in
            guard !state.isClosed else { return (StreamStep.wait, false) }
            let before = state.engine.position
            let step = state.engine.next(for: output)
            // More may be loaded now.
            if state.engine.position - before > 0 { state.engine.pump() }
            return (step, !state.engine.actions.isEmpty)
        }
        if isBusy { perform() }
        return step
    }

    /// Waits until there may be more for an output; on its thread.
    func await(_ output: PresentationMeter.Output) {
        semaphore(output).wait()
    }

    private func semaphore(_ output: PresentationMeter.Output) -> DispatchSemaphore {
        waiting.withLock { waiting in
            if let known = waiting[output] { return known }
            let made = DispatchSemaphore(value: 0)
            waiting[output] = made
            return made
        }
    }

    /// Has outputs that wait look again.
    func wake() {
        for semaphore in waiting.withLock({ Array($0.values) }) { semaphore.signal() }
    }

    // MARK: Carrying out

    /// Something has happened.
    private func take(_ input: StreamInput) {
        let time = order.time
        time.beginWork()
        queue.async { [weak self] in
            self?.change { $0.take(input, at: time.now) }
            time.endWork()
        }
    }

    private func perform() {
        let time = order.time
        time.beginWork()
        queue.async { [weak self] in
            self?.carryOut()
            time.endWork()
        }
    }

    /// Carries out what there is; on `queue`.
    private func carryOut() {
        let (actions, isClosed) = state.withLock { ($0.engine.takeActions(), $0.isClosed) }
        guard !isClosed else { return }
        var isSupplied = false
        for action in actions {
            switch action {
            case .fetch, .cancel, .wake, .refresh: driver.perform(action)
            case .report(let news): report(news)
            case .cues(let cues, let track): notify(.cues(cues, track))
            case .textsEnded(let track): notify(.textsEnded(track))
            case .ready: notify(.ready)
            case .switched(let track): notify(.switched(track))
            case .supplied: isSupplied = true
            }
        }
        guard isSupplied else { return }
        wake()
        notify(.supplied)
    }
}
