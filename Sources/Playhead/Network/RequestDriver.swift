internal import Dispatch
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import PlayheadLoops
internal import Synchronization

/// Carries out what a loader wants of a network and of time, and tells it what comes of it.
final class RequestDriver: Sendable {
    private struct State: Sendable {
        var transfers: [Int: Task<Void, Never>] = [:]
        var gates: [Int: Gate] = [:]
        var timers: [Int: PlayerTimer] = [:]
        var nextTimer = 0
        var isClosed = false
    }

    let order: LoadOrder
    private let fetcher: Fetcher
    private let loop: any EventLoop
    private let state = Mutex(State())
    private let taker = Mutex<(@Sendable (StreamInput) -> Void)?>(nil)

    /// Throws where the options cannot be used.
    init(_ order: LoadOrder) throws(PlayerError) {
        self.order = order
        loop = MultiThreadedEventLoopGroup.singleton.next()
        let relay = InputRelay()
        let watch = BandwidthWatch(order.time) { relay.tell(.bandwidth($0)) }
        fetcher = try Fetcher(order, home: try order.home, on: loop, bandwidth: watch)
        relay.connect { [weak self] in self?.tell($0) }
    }

    /// Has what happens told, on any thread. Before anything is sent.
    func connect(_ take: @escaping @Sendable (StreamInput) -> Void) { taker.withLock { $0 = take } }

    private func tell(_ input: StreamInput) { taker.withLock(\.self)?(input) }

    func perform(_ action: StreamAction) {
        switch action {
        case .fetch(let request): fetch(request)
        case .cancel(let request): cancel(request)
        case .wake(let delay, let isIdle): schedule(after: delay, isIdle: isIdle)
        case .refresh(let request, let uri): refresh(request, uri)
        case .report, .cues, .textsEnded, .ready, .supplied, .switched: break
        }
    }

    /// Reads nothing more of a response for now.
    func pause(_ request: Int) { state.withLock { $0.gates[request] }?.shut() }

    /// Reads on.
    func resume(_ request: Int) { state.withLock { $0.gates[request] }?.open() }

    /// Ends everything; nothing is told any more.
    func close() {
        taker.withLock { $0 = nil }
        let (transfers, gates, timers) = state.withLock { state in
            state.isClosed = true
            defer { (state.transfers, state.gates, state.timers) = ([:], [:], [:]) }
            return (Array(state.transfers.values), Array(state.gates.values), Array(state.timers.values))
        }
        for transfer in transfers { transfer.cancel() }
        for gate in gates { gate.open() }
        for timer in timers { timer.cancel() }
        fetcher.close()
    }

    private func cancel(_ request: Int) {
        let (task, gate) = state.withLock { state in
            (state.transfers.removeValue(forKey: request), state.gates.removeValue(forKey: request))
        }
        task?.cancel()
        gate?.open()
    }

    private func schedule(after delay: Duration, isIdle: Bool) {
        let number = state.withLock { state in
            state.nextTimer += 1
            return state.nextTimer
        }
        let wake: @Sendable () -> Void = { [weak self] in
            self?.state.withLock { $0.timers[number] = nil }
            self?.tell(.woke)
        }
        let time = order.time
        let timer = isIdle ? time.idleDelay(for: delay, wake) : time.delay(for: delay, wake)
        let isLate = state.withLock { state in
            if !state.isClosed { state.timers[number] = timer }
            return state.isClosed
        }
        if isLate { timer.cancel() }
    }

    private func refresh(_ request: Int, _ uri: String) {
        guard let refresh = order.refresh else { return tell(.refreshed(request: request, nil)) }
        Task(executorPreference: LoopExecutor(loop)) { [weak self] in
            let fresh = await refresh(uri)
            self?.tell(.refreshed(request: request, fresh))
        }
    }

    private func fetch(_ request: StreamRequest) {
        // The clock stands still until the request is on its way, and its response is here.
        let work = Work(order.time)
        work.begin()
        let gate = Gate(on: loop)
        let task = Task(executorPreference: LoopExecutor(loop)) { [weak self, fetcher, loop] in
            await Self.fetch(request, by: fetcher, on: loop, gate, work) { [weak self] in self?.tell($0) }
            self?.state.withLock { state in
                state.transfers[request.id] = nil
                state.gates[request.id] = nil
            }
            work.end()
        }
        let isLate = state.withLock { state in
            if !state.isClosed { (state.transfers[request.id], state.gates[request.id]) = (task, gate) }
            return state.isClosed
        }
        if isLate { task.cancel() }
    }

    /// Carries out a request, and tells what comes of it.
    private static func fetch(
        _ request: StreamRequest, by fetcher: Fetcher, on loop: any EventLoop, _ gate: Gate, _ work: Work,
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
            tell(.responded(request: request.id, StreamResponse(head)))
            return true
        } body: { piece in
            do {
                let plain = try body.value?.take(piece) ?? piece
                if plain.readableBytes > 0 {
                    tell(.received(request: request.id, Array(plain.readableBytesView)[...]))
                }
                return gate.passed
            } catch {
                return loop.makeFailedFuture(error)
            }
        }
        taker.isMedia = request.isMedia
        var headers: HTTPHeaders = request.isText ? .ofText : [:]
        if let range = request.range {
            headers.add(name: "Range", value: range.header)
            if let validator = request.validator { headers.add(name: "If-Range", value: validator) }
        }
        if request.wantsTitles { headers.add(name: "Icy-MetaData", value: "1") }
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

/// Whether more of a response is read.
private final class Gate: Sendable {
    private let loop: any EventLoop
    private let state = Mutex<(isShut: Bool, waiting: EventLoopPromise<Void>?)>((false, nil))

    init(on loop: any EventLoop) { self.loop = loop }

    /// Succeeds when more is read.
    var passed: EventLoopFuture<Void> {
        state.withLock { state in
            guard state.isShut else { return loop.makeSucceededVoidFuture() }
            let promise = state.waiting ?? loop.makePromise(of: Void.self)
            state.waiting = promise
            return promise.futureResult
        }
    }

    func shut() { state.withLock { $0.isShut = true } }

    func open() {
        let waiting = state.withLock { state in
            defer { state = (false, nil) }
            return state.waiting
        }
        waiting?.succeed()
    }
}

/// Hands on what happens to what is made later.
private final class InputRelay: Sendable {
    private let handler = Mutex<(@Sendable (StreamInput) -> Void)?>(nil)

    func connect(_ handler: @escaping @Sendable (StreamInput) -> Void) {
        self.handler.withLock { $0 = handler }
    }
    func tell(_ input: StreamInput) { handler.withLock { $0 }?(input) }
}

extension StreamResponse {
    fileprivate init(_ head: HTTPResponseHead) {
        let headers = head.headers
        self.init(status: Int(head.status.code), range: ContentRange(answer: headers))
        date = headers.first(name: "Date").flatMap(HTTPDate.seconds)
        length = headers.first(name: "Content-Length").flatMap { Int($0) }
        acceptsRanges = headers.first(name: "Accept-Ranges")?.lowercased().contains("bytes") ?? false
        contentType = headers.first(name: "Content-Type")
        isEncoded = headers.packing != nil
        // A weak one does not tell bytes apart (RFC 9110, 13.1.5).
        let tag = headers.first(name: "ETag").flatMap { $0.hasPrefix("W/") ? nil : $0 }
        validator = tag ?? headers.first(name: "Last-Modified")
        titleInterval = headers.first(name: "icy-metaint").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        for name in ["name", "genre", "url"] { station[name] = headers.first(name: "icy-\(name)") }
    }
}
