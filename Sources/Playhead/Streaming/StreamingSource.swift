internal import Dispatch
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import PlayheadLoops
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
        var transfers: [Int: Task<Void, Never>] = [:]
        var timers: [Int: PlayerTimer] = [:]
        var nextTimer = 0
        var isClosed = false
    }

    private let order: Gateway.Order
    private let fetcher: Fetcher
    private let loop: any EventLoop
    private let queue = DispatchQueue(label: "playhead.streaming", qos: .userInitiated)
    private let state: Mutex<State>
    private let report: @Sendable (GatewayReport) -> Void
    private let notify: @Sendable (Notice) -> Void
    private let waiting = Mutex<[PresentationMeter.Output: DispatchSemaphore]>([:])

    /// Nothing is fetched before ``start()``. `report` and `notify` are called one after another, and not after ``close()``.
    init(
        _ order: Gateway.Order, wishes: TrackWishes, report: @escaping @Sendable (GatewayReport) -> Void,
        notify: @escaping @Sendable (Notice) -> Void
    ) throws(PlayerError) {
        guard let home = WebAddress(order.uri), home.isFile || !home.host.isEmpty else {
            throw PlayerError(
                .badAddress, "The address names no host", hint: "check the address", uri: order.uri)
        }
        self.order = order
        self.report = report
        self.notify = notify
        loop = MultiThreadedEventLoopGroup.singleton.next()
        let bandwidth = BandwidthRelay()
        fetcher = try Fetcher(
            order, home: home, on: loop, bandwidth: BandwidthWatch(order.time) { bandwidth.tell($0) })
        var engineOrder = StreamingEngine.Order(uri: order.uri)
        engineOrder.policy = order.policy
        engineOrder.recovery = order.recovery
        engineOrder.quality = order.quality
        engineOrder.stallTimeout = order.stallDeadline
        engineOrder.loadTimeout = order.loadDeadline
        engineOrder.liveOffset = order.beginning.offset
        engineOrder.isVirtual = order.time.isVirtual
        engineOrder.mayRefresh = order.refresh != nil
        if !order.time.isVirtual { engineOrder.chance = { Double.random(in: -1...1) } }
        state = Mutex(State(engine: StreamingEngine(engineOrder, wishes: wishes, at: order.time.now)))
        bandwidth.connect { [weak self] in self?.take(.bandwidth($0)) }
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
        let (transfers, timers) = state.withLock { state in
            state.isClosed = true
            defer { (state.transfers, state.timers) = ([:], [:]) }
            return (Array(state.transfers.values), Array(state.timers.values))
        }
        for transfer in transfers { transfer.cancel() }
        for timer in timers { timer.cancel() }
        wake()
        fetcher.close()
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
            case .fetch(let request): fetch(request)
            case .cancel(let request):
                state.withLock { $0.transfers.removeValue(forKey: request) }?.cancel()
            case .wake(let delay, let isIdle): schedule(after: delay, isIdle: isIdle)
            case .report(let news): report(news)
            case .refresh(let request, let uri): refresh(request, uri)
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

    private func schedule(after delay: Duration, isIdle: Bool) {
        let number = state.withLock { state in
            state.nextTimer += 1
            return state.nextTimer
        }
        let wake: @Sendable () -> Void = { [weak self] in
            self?.state.withLock { $0.timers[number] = nil }
            self?.take(.woke)
        }
        let timer =
            isIdle ? order.time.idleDelay(for: delay, wake) : order.time.delay(for: delay, wake)
        let isLate = state.withLock { state in
            if !state.isClosed { state.timers[number] = timer }
            return state.isClosed
        }
        if isLate { timer.cancel() }
    }

    private func refresh(_ request: Int, _ uri: String) {
        guard let refresh = order.refresh else { return take(.refreshed(request: request, nil)) }
        Task(executorPreference: LoopExecutor(loop)) { [weak self] in
            let fresh = await refresh(uri)
            self?.take(.refreshed(request: request, fresh))
        }
    }

    private func fetch(_ request: StreamRequest) {
        // The clock stands still until the request is on its way, and its response is here.
        let work = Work(order.time)
        work.begin()
        let task = Task(executorPreference: LoopExecutor(loop)) { [weak self, fetcher, loop] in
            await Self.fetch(request, by: fetcher, on: loop, work) { [weak self] in self?.take($0) }
            self?.state.withLock { $0.transfers[request.id] = nil }
            work.end()
        }
        let isLate = state.withLock { state in
            if !state.isClosed { state.transfers[request.id] = task }
            return state.isClosed
        }
        if isLate { task.cancel() }
    }

    /// Carries out a request, and tells what comes of it.
    private static func fetch(
        _ request: StreamRequest, by fetcher: Fetcher, on loop: any EventLoop, _ work: Work,
        _ tell: @escaping @Sendable (StreamInput) -> Void
    ) async {
        guard let address = WebAddress(request.uri) else {
            let error = PlayerError(.badAddress, "“\(request.uri)” is not an address", uri: request.uri)
            return tell(.failed(request: request.id, FetchFault(.refused, error)))
        }
        // This runs on the loop, as everything about the response does.
        let body = NIOLoopBoundBox<PlainBody?>(nil, eventLoop: loop)
        let excess = NetworkPolicy.longPlaylist(request.limit, address)
        var taker = FetchAttempt.Taker { head in
            work.end()
            guard (200..<300).contains(head.status.code) else { throw FetchFault(head, of: address) }
            let plain = try PlainBody(head.headers, at: address, limit: request.limit, excess: excess)
            body.value = plain
            tell(
                .responded(
                    request: request.id,
                    StreamResponse(
                        status: Int(head.status.code), range: ContentRange(answer: head.headers),
                        date: head.headers.first(name: "Date").flatMap(HTTPDate.seconds))))
            return true
        } body: { piece in
            loop.makeCompletedFuture {
                let plain = try body.value?.take(piece) ?? piece
                if plain.readableBytes > 0 {
                    tell(.received(request: request.id, Array(plain.readableBytesView)[...]))
                }
            }
        }
        taker.isMedia = request.isMedia
        var headers: HTTPHeaders = request.isText ? .ofText : [:]
        if let range = request.range { headers.add(name: "Range", value: range.header) }
        do throws(FetchFault) {
            let outcome = try await fetcher.fetch(
                request.uri, .GET, headers: headers, from: request.source, for: taker,
                onSent: { loop.scheduleTask(in: .milliseconds(250)) { work.end() } })
            if let fault = body.value?.fault { throw fault }
            tell(.finished(request: request.id, outcome.address))
        } catch {
            if !Task.isCancelled { tell(.failed(request: request.id, error)) }
        }
    }
}

/// Hands on how fast the network is to what is made later.
private final class BandwidthRelay: Sendable {
    private let handler = Mutex<(@Sendable (Double) -> Void)?>(nil)

    func connect(_ handler: @escaping @Sendable (Double) -> Void) { self.handler.withLock { $0 = handler } }
    func tell(_ bandwidth: Double) { handler.withLock { $0 }?(bandwidth) }
}
