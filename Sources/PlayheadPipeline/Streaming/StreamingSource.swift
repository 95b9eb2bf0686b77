internal import AdaptiveStreaming
internal import PlayheadCore
internal import PlayheadNetwork
internal import PlayheadStreaming
internal import Synchronization

/// Drives the streaming engine of one load, and hands its samples to the outputs on their own threads.
final class StreamingSource: Sendable {
    /// A message of the engine to the pipeline, other than a report.
    enum Notice: Sendable {
        case ready
        case supplied
        case cues([SubtitleCue], StreamTrack.ID)
        case textsEnded(StreamTrack.ID)
        case switched(StreamTrack.ID)
    }

    private let order: LoadOrder
    private let runner: LoadRunner<StreamingEngine>
    private let waiting = Mutex<[PresentationMeter.Output: Standby]>([:])

    /// Nothing is fetched before ``start()``. `report` and `notify` are called one at a time, and not after
    /// ``close()``.
    init(
        _ order: LoadOrder, keys: [String: String] = [:], wishes: TrackSelectionParameters,
        kinds: Set<Track.Kind> = Set(Track.Kind.allCases),
        keyframes: StreamingEngine.KeyframePictures? = nil,
        report: @escaping @Sendable (LoadReport) -> Void, notify: @escaping @Sendable (Notice) -> Void
    ) throws(PlayerError) {
        let decryptionKeys = try DecryptionKeys(keys)
        self.order = order
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
        engineOrder.chance = order.chance
        engineOrder.kinds = kinds
        engineOrder.keyframes = keyframes
        runner = try LoadRunner(
            StreamingEngine(engineOrder, wishes: wishes, at: order.time.now), for: order,
            label: "playhead.streaming")
        runner.connect { [weak self] actions in
            guard let self else { return }
            var isSupplied = false
            for action in actions {
                switch action {
                case .request(let request): runner.driver.perform(request)
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

    deinit { close() }

    func start() { change { $0.start() } }

    /// The requests in flight.
    var fetches: InFlightRequests { order.fetches }

    // MARK: For the pipeline

    /// Reads a value of the engine. May be called on any thread.
    func read<Value: Sendable>(_ body: (borrowing StreamingEngine) -> Value) -> Value { runner.read(body) }

    /// Changes the engine at once. Its resulting actions are carried out later, in order.
    func change(_ body: (inout StreamingEngine) -> Void) { runner.change(body) }

    /// Ends all requests. Nothing is reported afterwards.
    func close() {
        runner.close()
        wake()
    }

    // MARK: For the outputs

    /// The next sample, format or other step for an output. Called on the thread of that output.
    func next(for output: PresentationMeter.Output) -> StreamStep {
        runner.change { engine in
            let before = engine.position
            let step = engine.next(for: output)
            // The engine may load more now.
            if engine.position > before { engine.pump() }
            return step
        } ?? .wait
    }

    /// Waits until there may be more for an output. Called on the thread of that output.
    func await(_ output: PresentationMeter.Output) {
        standby(output).wait { order.time.noteWait() }
    }

    /// Whether an output has taken all that there is, and its thread waits for more.
    func isAwaited(by output: PresentationMeter.Output) -> Bool {
        waiting.withLock { $0[output]?.isWaiting ?? false }
    }

    private func standby(_ output: PresentationMeter.Output) -> Standby {
        waiting.withLock { waiting in
            if let known = waiting[output] { return known }
            let made = Standby()
            waiting[output] = made
            return made
        }
    }

    /// Wakes the outputs that wait, so that they look again.
    func wake() {
        for standby in waiting.withLock({ Array($0.values) }) { standby.resume() }
    }
}
