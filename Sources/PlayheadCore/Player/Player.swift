internal import Dispatch
internal import Synchronization

/// A media player that plays one item at a time and is usable from any thread.
///
/// No function of a player blocks, except ``captureTrace(to:)``, which creates a file. Commands take effect
/// in the order of their calls. The properties show the effect when the call returns (contract 2.1, 2.2).
/// Observers receive every change once and in order.
///
/// A released player is closed.
public final class Player: Sendable {
    /// The configuration of the player.
    public let configuration: PlayerConfiguration

    package let core: CoreLock
    let time: any PlayerTime
    /// The unfinished steps, deliveries and pipelines: ``close()`` waits for them.
    let outstanding: DispatchGroup
    let teardowns: Teardowns
    private let makePipeline: PipelineFactory
    /// The version of the presenting framework, for session traces; nil without one.
    let gstreamerVersion: String?
    /// The audio output and the window, shared by all loads.
    private let outputs: any PlayerOutputs
    /// The window of the player.
    public var window: PlayerWindow { outputs.window }
    /// Whether loaded content is neither shown nor heard before it plays.
    let isHeldBack = Atomic(false)

    /// A player whose pipelines come from a factory and use the outputs.
    package init(
        configuration: PlayerConfiguration, time: any PlayerTime, outputs: any PlayerOutputs = NoOutputs(),
        gstreamerVersion: String? = nil, makePipeline: @escaping PipelineFactory
    ) {
        self.gstreamerVersion = gstreamerVersion
        self.outputs = outputs
        var configuration = configuration
        configuration.taps = PresentationTaps(configuration.presentationTap)
        self.configuration = configuration
        core = CoreLock(configuration)
        self.time = time
        self.makePipeline = makePipeline
        outstanding = DispatchGroup()
        teardowns = Teardowns(group: outstanding)
        outputs.onAudioDeviceReport { [weak self] in self?.hear($0) }
    }

    /// Takes the report of the audio output as one step.
    private func hear(_ report: AudioDeviceReport) {
        change { core in
            let now = time.now
            core.commit(
                .command(
                    .noteAudioDevice(active: report.active, lost: report.lost, format: report.format)),
                at: now)
            guard let warning = report.warning else { return }
            core.commit(.command(.warn(warning)), at: now)
            if configuration.audioDeviceLossPolicy == .pause { core.commit(.command(.pause), at: now) }
        }
    }

    deinit {
        let (pipelines, timers, listeners, answers) = core.withLock { core in
            core.endRecordings(at: time.now)
            return (core.pipelines.values, core.timers.values, core.listeners, core.answers.values)
        }
        for timer in timers { timer.cancel() }
        for answer in answers { answer(.stopped) }
        for pipeline in pipelines { teardowns.discard(pipeline) }
        outputs.close(outstanding, forGood: true)
        for listener in listeners { listener.finish() }
    }

    /// Applies inputs as one step for every reader, and starts the resulting effects.
    func perform(_ inputs: PlayerInput...) {
        change { core in
            for input in inputs { core.commit(input, at: time.now) }
        }
    }

    /// Changes the guarded state, and carries out the committed steps in order and outside the lock.
    ///
    /// One thread at a time carries out steps; other threads leave theirs to it. The same lock decides which
    /// thread does, so no other thread takes up the steps of this one.
    func change<Result>(_ body: (inout PlayerCore) -> Result) -> Result {
        let (result, begins) = core.withLock { core in
            let result = body(&core)
            guard core.beginCarryingOut() else { return (result, false) }
            outstanding.enter()
            // From now on, other threads leave their steps to this thread: they are its work.
            time.beginWork()
            return (result, true)
        }
        if begins { carryOutSteps() }
        return result
    }

    /// Carries out the committed steps.
    func carryOut() { change { _ in } }

    private func carryOutSteps() {
        defer {
            outstanding.leave()
            time.endWork()
        }
        while let step = core.withLock({ $0.nextStep() }) {
            PlayheadLog.debug("\(step.effects) \(step.events)")
            for effect in step.effects { carryOut(effect, opened: step.opened) }
            if step.takesContentAway { outputs.close(outstanding, forGood: step.snapshot.status == .closed) }
            for listener in step.listeners { listener.hear(step.events, step.snapshot) }
            for lane in step.lanes { lane.append(step.events, isLast: step.isLast) }
            if step.isLast {
                for listener in step.listeners { listener.finish() }
                core.withLock { core in
                    core.listeners.removeAll { listener in step.listeners.contains { $0 === listener } }
                }
            }
        }
    }

    private func carryOut(_ effect: Effect, opened: [LoadID: PresentationMeter]) {
        switch effect {
        case .open(let request): open(request, meter: opened[request.stamp] ?? PresentationMeter())
        case .send(let command, let stamp):
            let pipeline = core.withLock { $0.pipelines[stamp] }
            if command == .setPlaying(true), isHeldBack.exchange(false, ordering: .sequentiallyConsistent) {
                pipeline?.perform(.present)
            }
            pipeline?.perform(command)
        case .discard(let stamp):
            let pipeline = core.withLock { $0.pipelines.removeValue(forKey: stamp) }
            if let pipeline { teardowns.discard(pipeline) }
        case .answer(let id, let result):
            core.withLock { $0.answers.removeValue(forKey: id) }?(result)
        case .refreshed(let id):
            core.withLock { $0.refreshes.removeValue(forKey: id) }?()
        case .useAudioDevice(let device): outputs.useAudioDevice(device)
        case .arm(let deadline): arm(deadline)
        case .disarm(let deadline):
            core.withLock { $0.timers.removeValue(forKey: deadline) }?.cancel()
        }
    }

    private func open(_ request: OpenRequest, meter: PresentationMeter) {
        outstanding.enter()
        let stamp = request.stamp
        var request = request
        let waits = isHeldBack.load(ordering: .sequentiallyConsistent)
        if waits { request.isPrepared = true }
        let pipeline = makePipeline(request, meter, configuration) { [weak self] event in
            self?.perform(.pipeline(event, stamp))
        }
        core.withLock { $0.pipelines[stamp] = pipeline }
        // The player may have become presentable in the meantime.
        if waits, !isHeldBack.load(ordering: .sequentiallyConsistent) { pipeline.perform(.present) }
    }
}
