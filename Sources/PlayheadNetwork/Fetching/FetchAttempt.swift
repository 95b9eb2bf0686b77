internal import HTTPTransport
internal import PlayheadCore
internal import Synchronization

/// Who gets a response. All calls come on the thread of the HTTP client, one after another, and must not block.
struct ResponseTaker: Sendable {
    /// Whether the body is wanted. Throws where the response is of no use.
    var head: @Sendable (HTTPResponseHead) throws -> Bool
    /// Takes a piece of the body. Throws where nothing more of it is wanted.
    var body: @Sendable (ArraySlice<UInt8>) throws -> Void
    /// Whether it is media, by which the network is measured.
    var isMedia = false
    /// Whether more is read; nil: always.
    var flow: FetchFlow?
}

/// Whether more of a response is read.
final class FetchFlow: Sendable {
    private struct State {
        var isPaused = false
        var resume: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    var isPaused: Bool { state.withLock(\.isPaused) }

    /// Reads nothing more for now. What has come already is handed over.
    func pause() { state.withLock { $0.isPaused = true } }

    /// Reads on.
    func resume() {
        let resume = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.isPaused else { return nil }
            state.isPaused = false
            return state.resume
        }
        resume?()
    }

    /// Returns when more is wanted.
    func goesOn() async {
        await withCheckedContinuation { continuation in
            let isPaused = state.withLock { state in
                if state.isPaused { state.resume = { continuation.resume() } }
                return state.isPaused
            }
            if !isPaused { continuation.resume() }
        }
    }

    /// Has someone told when it goes on.
    fileprivate func onResume(_ handler: (@Sendable () -> Void)?) { state.withLock { $0.resume = handler } }
}

/// One request to one server, and its response as it comes.
final class FetchAttempt: Sendable {
    private struct State {
        var transfer: HTTPTransfer?
        /// Who waits for the end.
        var continuation: CheckedContinuation<HTTPResponseHead, any Error>?
        var head: HTTPResponseHead?
        var isWanted = false
        var unwanted = 0
        /// Whether the transfer waits until its taker wants more.
        var isHeld = false
        /// What has become of it; nothing is told any more.
        var result: Result<HTTPResponseHead, any Error>?
    }

    private let taker: ResponseTaker
    private let time: any PlayerTime
    private let watch: IdleTimeout
    private let work: Work
    private let answer: ExpectedAnswer
    private let state = Mutex(State())

    private init(
        _ taker: ResponseTaker, time: any PlayerTime, watch: IdleTimeout, work: Work,
        answer: ExpectedAnswer
    ) {
        self.taker = taker
        self.time = time
        self.watch = watch
        self.work = work
        self.answer = answer
    }

    /// Sends the request, and returns when all of the response has been taken.
    ///
    /// - Parameter work: ends each time the request is about to be written, and begins again when the rest is known.
    static func run(
        _ request: HTTPRequest, with client: HTTPClient, time: any PlayerTime, silence: Duration,
        for taker: ResponseTaker, work: Work, answer: ExpectedAnswer, silent: FetchFault
    ) async throws -> HTTPResponseHead {
        let watch = IdleTimeout(time, limit: silence)
        let attempt = FetchAttempt(taker, time: time, watch: watch, work: work, answer: answer)
        time.noteTraffic()
        defer {
            taker.flow?.onResume(nil)
            time.noteTraffic()
            watch.end()
        }
        watch.start { attempt.settle(.failure(silent)) }
        taker.flow?.onResume { attempt.goOn() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                attempt.begin(request, with: client, continuation)
            }
        } onCancel: {
            attempt.settle(.failure(CancellationError()))
        }
    }

    private func begin(
        _ request: HTTPRequest, with client: HTTPClient,
        _ continuation: CheckedContinuation<HTTPResponseHead, any Error>
    ) {
        let early = state.withLock { state in
            if state.result == nil { state.continuation = continuation }
            return state.result
        }
        if let early { return continuation.resume(with: early) }
        var handler = HTTPTransferHandler { [self] in
            arrived($0)
        } body: { [self] in
            arrived($0)
        } end: { [self] end, metrics in
            ended(end, metrics)
        }
        handler.sent = { [self] port in
            time.noteTraffic()
            answer.sent(port)
            state.withLock { if $0.result == nil { work.end() } }
        }
        do {
            let transfer = try client.start(request, handler)
            let isLate = state.withLock { state in
                if state.result == nil { state.transfer = transfer }
                return state.result != nil
            }
            if isLate { transfer.cancel() }
        } catch {
            settle(.failure(TransferFault(error: error)))
        }
    }

    // MARK: On the client's thread

    private func arrived(_ head: HTTPResponseHead) -> HTTPDemand {
        watch.touch()
        time.noteTraffic()
        guard state.withLock({ $0.result == nil }) else { return .more }
        do {
            let isWanted = try taker.head(head)
            state.withLock { ($0.head, $0.isWanted) = (head, isWanted) }
        } catch {
            settle(.failure(error))
        }
        return demand
    }

    private func arrived(_ bytes: ArraySlice<UInt8>) -> HTTPDemand {
        watch.touch()
        time.noteTraffic()
        let (isWanted, surplus) = state.withLock { state in
            guard state.result == nil, !state.isWanted else { return (state.result == nil, 0) }
            state.unwanted += bytes.count
            return (false, state.unwanted)
        }
        // Nobody waits for what is not wanted.
        if surplus > Self.mostUnwanted, let head = state.withLock(\.head) { settle(.success(head)) }
        guard isWanted else { return .more }
        do { try taker.body(bytes) } catch { settle(.failure(error)) }
        return demand
    }

    /// What the taker wants next. While it wants nothing a server may be silent.
    private var demand: HTTPDemand {
        guard let flow = taker.flow else { return .more }
        let isHeld = state.withLock { state in
            guard state.result == nil, flow.isPaused else { return false }
            state.isHeld = true
            return true
        }
        guard isHeld else { return .more }
        watch.pause()
        // It may have been resumed meanwhile, which nobody would be told.
        if !flow.isPaused { goOn() }
        return .pause
    }

    private func ended(_ end: HTTPTransferEnd, _ metrics: HTTPTransferMetrics) {
        time.noteTraffic()
        let result: Result<HTTPResponseHead, any Error> = state.withLock { state in
            state.transfer = nil
            return switch end {
            case .finished: state.head.map { .success($0) } ?? .failure(CancellationError())
            case .failed(let error):
                .failure(TransferFault(error: error, isConnected: metrics.connect > .zero))
            case .cancelled: .failure(CancellationError())
            }
        }
        settle(result)
    }

    // MARK: On any thread

    private func goOn() {
        let transfer = state.withLock { state -> HTTPTransfer? in
            guard state.isHeld else { return nil }
            state.isHeld = false
            return state.transfer
        }
        guard let transfer else { return }
        watch.resume()
        transfer.resume()
    }

    /// Ends it: nothing more is taken.
    private func settle(_ result: Result<HTTPResponseHead, any Error>) {
        let (transfer, continuation) = state.withLock { state in
            guard state.result == nil else {
                return (HTTPTransfer?.none, CheckedContinuation<HTTPResponseHead, any Error>?.none)
            }
            state.result = result
            work.begin()
            defer { (state.transfer, state.continuation) = (nil, nil) }
            return (state.transfer, state.continuation)
        }
        transfer?.cancel()
        continuation?.resume(with: result)
    }

    /// So much of what nobody wants is read, so that the connection can be used again.
    private static let mostUnwanted = 65536
}

/// Why a transfer failed.
struct TransferFault: Error {
    var error: HTTPTransportError
    /// Whether the connection stood before.
    var isConnected = false
}

/// Work that belongs to an instant, once it has begun and until it has ended.
final class Work: Sendable {
    private let time: any PlayerTime
    private let isUnderWay = Atomic(false)

    init(_ time: any PlayerTime) { self.time = time }

    func begin() {
        if !isUnderWay.exchange(true, ordering: .relaxed) { time.beginWork() }
    }

    func end() {
        if isUnderWay.exchange(false, ordering: .relaxed) { time.endWork() }
    }
}
