internal import Dispatch
internal import GStreamer
internal import PlayheadCore
internal import PlayheadNetwork
internal import PlayheadStreaming
internal import Synchronization

/// One pass over a medium: opens it, and gives out what it decodes.
final class ReadingSession: Sendable {
    private struct State {
        var pipeline: GStreamerPipeline?
        var duration: Duration?
        var isLive = false
        var isOpened = false
        var isOfKeyframes = false
        var gaps: [MediaGap] = []
        /// The frame that the output holds while paused.
        var held: VideoFrame?
        /// The single frame that is looked for.
        var wanted: WantedFrame?
        /// The index of the next time of the order.
        var nextTime = 0
        var serial = 0
        var isClosed = false
        /// The time within which the medium has to open.
        var limit: Duration
        var allowance = InitializationAllowance()
    }

    /// A frame of a certain time.
    private struct WantedFrame {
        var time: Duration
        var tolerance: SeekTolerance
        /// How often it was not found where it was looked for.
        var misses = 0
    }

    private let order: ReadingOrder
    private let buffer: ReadingBuffer
    private let state: Mutex<State>
    private let started = ContinuousClock.now

    init(_ order: ReadingOrder) {
        self.order = order
        var outputs: [PresentationMeter.Output] = order.video == nil ? [] : [.video]
        if order.audio != nil { outputs.append(.audio) }
        buffer = ReadingBuffer(outputs)
        state = Mutex(State(limit: order.configuration.loadTimeout))
        open()
    }

    private func open() {
        if let fault = order.fault { return finish(.failure(fault)) }
        if order.isEmpty { return finish(.success(())) }
        let isStills = order.times != nil
        let keyframes =
            order.needsKeyframesOnly ? StreamingEngine.KeyframePictures(size: order.video?.size) : nil
        let outputs = ReadingOutputs(video: order.video, audio: order.audio, keyframes: keyframes) {
            [weak self, buffer] sample, isHeld in
            if isStills {
                if isHeld, case .video(let frame) = sample { self?.state.withLock { $0.held = frame } }
            } else if !isHeld {
                buffer.put(sample)
            }
        } isExact: { [weak self] in
            self?.state.withLock { $0.wanted.map { $0.tolerance == .exact || $0.misses > 0 } ?? true } ?? true
        } onGap: { [buffer] output, end in
            buffer.skip(output, to: end)
        } onEnd: { [buffer] output in
            if !isStills { buffer.end(output) }
        }
        let pipeline = GStreamerPipeline.reader(order.request, for: outputs, order.configuration) {
            [weak self] event in self?.hear(event)
        }
        // Its first report is answered with a command.
        state.withLock { $0.pipeline = pipeline }
        pipeline.beginReading()
        checkTimeLater()
    }

    deinit { close() }

    /// Ends the pass. Callers that wait get ``PlayerError/Code/closed``.
    func close() {
        buffer.close()
        let pipeline = state.withLock { state in
            state.isClosed = true
            defer { state.pipeline = nil }
            return state.pipeline
        }
        pipeline?.discard {}
    }

    /// The next sample by time; nil at the end.
    func next(isolation actor: isolated (any Actor)?) async throws(PlayerError) -> DecodedSample? {
        guard let times = order.times else { return try await take(isolation: actor) }
        let time: Duration? = state.withLock { state in
            defer { state.nextTime += 1 }
            return times.indices.contains(state.nextTime) ? times[state.nextTime] : nil
        }
        guard let time else { return nil }
        return .video(try await frame(at: time, tolerance: order.tolerance, isolation: actor))
    }

    /// The frame at a time, one call after the other.
    func frame(
        at time: Duration, tolerance: SeekTolerance, isolation actor: isolated (any Actor)?
    ) async throws(PlayerError) -> VideoFrame {
        let isOpened = state.withLock { state in
            state.wanted = WantedFrame(time: time, tolerance: tolerance)
            return state.isOpened
        }
        if isOpened { seekToWanted() }
        guard case .video(let frame)? = try await take(isolation: actor) else {
            throw noTrack
        }
        return frame
    }

    private func take(isolation actor: isolated (any Actor)?) async throws(PlayerError) -> DecodedSample? {
        let result: Result<DecodedSample?, PlayerError> = await withTaskCancellationHandler {
            do throws(PlayerError) {
                return .success(try await buffer.next(isolation: actor))
            } catch {
                return .failure(error)
            }
        } onCancel: {
            close()
        }
        return try result.get()
    }

    /// Fails if the medium does not open, or nothing arrives, for too long.
    private func checkTime() {
        let time = order.configuration.clock.time
        let span = ContinuousClock.now - started
        let isLate = state.withLock { state in
            guard !state.isOpened, span >= state.limit else { return false }
            guard let more = state.allowance.next(after: span, of: time) else { return true }
            state.limit += more
            return false
        }
        if isLate {
            finish(.failure(.timedOutOpening(order.item.uri)))
        } else if state.withLock(\.isOpened), buffer.waitingTime >= order.configuration.stallTimeout {
            finish(.failure(.timedOutReading(order.item.uri)))
        }
    }

    private func checkTimeLater() {
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(500)) { [weak self] in
            guard let self, !state.withLock(\.isClosed) else { return }
            checkTime()
            checkTimeLater()
        }
    }

    private var noTrack: PlayerError {
        .noTrack(of: order.video == nil ? [.audio] : [.video], order.item.uri)
    }

    private func finish(_ outcome: Result<Void, PlayerError>) { buffer.finish(outcome) }

    /// The duration of the medium; nil if it is unknown, or before it is open.
    var duration: Duration? { state.withLock(\.duration) }

    /// Whether frames between keyframes cannot be had from this session, but from another one, known when a frame
    /// or an error has come.
    var isOfKeyframes: Bool { state.withLock(\.isOfKeyframes) }

    // MARK: Reports of the pipeline

    private func hear(_ event: PipelineEvent) {
        switch event {
        case .prerolled(let facts):
            noteKeyframes()
            opened(facts)
        case .durationChanged(let duration): state.withLock { $0.duration = duration }
        case .window(let window): state.withLock { if window.isComplete { $0.duration = window.end } }
        case .seekDone(let serial, _): landed(serial)
        case .seekFailed(_, let error): finish(.failure(error))
        case .gap(let gap): state.withLock { if $0.gaps.count < 1000 { $0.gaps.append(gap) } }
        case .ended(let report): ended(report)
        case .failed(let error):
            noteKeyframes()
            finish(.failure(error))
        default: break
        }
    }

    private func noteKeyframes() {
        let isOfKeyframes = state.withLock(\.pipeline)?.isOfKeyframes ?? false
        state.withLock { $0.isOfKeyframes = isOfKeyframes }
    }

    private func opened(_ facts: MediaFacts) {
        let isFirst = state.withLock { state in
            defer { state.isOpened = true }
            (state.duration, state.isLive) = (facts.duration, facts.isLive)
            return !state.isOpened
        }
        guard isFirst else { return }
        var outputs: Set<PresentationMeter.Output> = []
        if facts.hasVideo, order.video != nil { outputs.insert(.video) }
        if facts.hasAudio, order.audio != nil { outputs.insert(.audio) }
        if outputs.isEmpty { return finish(.failure(noTrack)) }
        buffer.keep(outputs)
        guard facts.isSeekable || !order.seeksFirst else {
            return finish(
                .failure(PlayerError(.notSeekable, "This content cannot seek", uri: order.item.uri)))
        }
        if order.times != nil { return seekToWanted() }
        guard order.seeksFirst else { return perform(.setPlaying(true)) }
        if let duration = facts.duration, order.item.beginning >= duration {
            return finish(.failure(.startBeyondEnd(order.item.beginning, duration, uri: order.item.uri)))
        }
        perform(.seek(SeekRequest(target: order.item.beginning, serial: 1)))
    }

    private func perform(_ command: PipelineCommand) {
        state.withLock(\.pipeline)?.perform(command)
    }

    private func landed(_ serial: Int) {
        guard order.times != nil else { return perform(.setPlaying(true)) }
        let (isCurrent, frame): (Bool, VideoFrame?) = state.withLock { state in
            guard serial == state.serial, state.wanted != nil else { return (false, nil) }
            defer { state.held = nil }
            // Behind the last frame there is none to hold.
            if state.held == nil { state.wanted?.misses += 1 } else { state.wanted = nil }
            return (true, state.held)
        }
        if let frame { return buffer.put(.video(frame)) }
        if isCurrent { seekToWanted() }
    }

    private func seekToWanted() {
        let request: SeekRequest? = state.withLock { state in
            guard let wanted = state.wanted, wanted.misses < Self.backSteps.count else { return nil }
            state.serial += 1
            state.held = nil
            let last = state.duration.map { max($0 - .milliseconds(1), .zero) }
            let time = max(wanted.time, .zero)
            return SeekRequest(
                target: max(min(time, last ?? time) - Self.backSteps[wanted.misses], .zero),
                tolerance: wanted.misses == 0 ? wanted.tolerance : .exact, serial: state.serial)
        }
        if let request { return perform(.seek(request)) }
        if state.withLock({ $0.wanted != nil }) { finish(.failure(noTrack)) }
    }

    /// How far before a time its frame is looked for, at each try.
    private static let backSteps: [Duration] = [.zero, .milliseconds(100), .seconds(1), .seconds(10)]

    private func ended(_ report: EndReport) {
        guard order.times == nil else { return }
        let (duration, gaps) = state.withLock { ($0.isLive ? nil : $0.duration, $0.gaps) }
        if let fault = report.fault { return finish(.failure(fault)) }
        // A range may lie behind the last sample.
        if !order.seeksFirst, !buffer.hasSamples {
            return finish(
                .failure(
                    PlayerError(
                        .decodingFailed, "Nothing of the medium could be decoded", uri: order.item.uri)))
        }
        guard !order.configuration.allowsGaps else { return finish(.success(())) }
        let promised = duration.map { min($0, order.item.endPosition ?? $0) }
        let shortfall = promised.flatMap { promised -> PlayerError? in
            .shortfall(of: report.presentedEnd ?? .zero, promised: promised, uri: order.item.uri)
        }
        let error = shortfall ?? report.lack ?? .lack(gaps, uri: order.item.uri)
        finish(error.map { .failure($0) } ?? .success(()))
    }
}

extension PlayerError {
    fileprivate static func timedOutOpening(_ uri: String) -> PlayerError {
        PlayerError(.timedOut, "The medium does not open in time", hint: "check the network", uri: uri)
    }

    fileprivate static func timedOutReading(_ uri: String) -> PlayerError {
        PlayerError(.timedOut, "Nothing comes any more", hint: "check the network", uri: uri)
    }
}
