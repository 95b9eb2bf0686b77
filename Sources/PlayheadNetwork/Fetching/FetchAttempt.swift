internal import HTTPTransport
internal import PlayheadCore
internal import Synchronization

/// One request to one server, with its response.
final class FetchAttempt: Sendable {
    private struct State {
        var transfer: HTTPTransfer?
        /// The continuation of the caller that waits for the end.
        var continuation: CheckedContinuation<HTTPResponseHead, any Error>?
        var head: HTTPResponseHead?
        var isWanted = false
        var unwanted = 0
        /// Whether the transfer is paused until the taker needs more.
        var isHeld = false
        /// The result. After it is set, no event is delivered.
        var result: Result<HTTPResponseHead, any Error>?
    }

    private let taker: ResponseTaker
    private let time: any PlayerTime
    private let watch: IdleTimeout
    private let work: Work
    private let answer: ExpectedAnswer
    private let archive: HTTPArchive?
    private let recording = Mutex<HTTPExchangeRecording?>(nil)
    private let state = Mutex(State())

    private init(
        _ taker: ResponseTaker, time: any PlayerTime, watch: IdleTimeout, work: Work,
        answer: ExpectedAnswer, archive: HTTPArchive?
    ) {
        self.taker = taker
        self.time = time
        self.watch = watch
        self.work = work
        self.answer = answer
        self.archive = archive
    }

    /// Sends the request, and returns after the whole response was consumed.
    ///
    /// - Parameters:
    ///   - work: ends whenever a request has been written, and begins again when the result is known.
    ///   - archive: records the request and its response.
    static func run(
        _ request: HTTPRequest, with client: HTTPClient, time: any PlayerTime, silence: Duration,
        for taker: ResponseTaker, work: Work, answer: ExpectedAnswer, silent: FetchFault,
        archive: HTTPArchive?
    ) async throws -> HTTPResponseHead {
        let watch = IdleTimeout(time, limit: silence)
        let attempt = FetchAttempt(
            taker, time: time, watch: watch, work: work, answer: answer, archive: archive)
        time.noteTraffic()
        defer {
            taker.flow?.onResume(nil)
            time.noteTraffic()
            watch.end()
        }
        watch.start {
            attempt.recorded?.givenUp("no data for \(silence)", at: time.now)
            attempt.settle(.failure(silent))
        }
        taker.flow?.onResume { attempt.goOn() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                attempt.begin(request, with: client, continuation)
            }
        } onCancel: {
            attempt.recorded?.givenUp("cancelled", at: time.now)
            attempt.settle(.failure(CancellationError()))
        }
    }

    private var recorded: HTTPExchangeRecording? { recording.withLock(\.self) }

    private func begin(
        _ request: HTTPRequest, with client: HTTPClient,
        _ continuation: CheckedContinuation<HTTPResponseHead, any Error>
    ) {
        let early = state.withLock { state in
            if state.result == nil { state.continuation = continuation }
            return state.result
        }
        if let early { return continuation.resume(with: early) }
        if let archive {
            let begun = archive.begin(HTTPArchiveEntry.Request(request), at: time)
            recording.withLock { $0 = begun }
        }
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
            recorded?.sent(at: time.now)
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
            recorded?.ended("\(error)", .init(), at: time.now)
            settle(.failure(TransferFault(error: error)))
        }
    }

    // MARK: On the client's thread

    private func arrived(_ head: HTTPResponseHead) -> HTTPDemand {
        watch.touch()
        time.noteTraffic()
        recorded?.answered(head, at: time.now)
        guard state.withLock({ $0.result == nil }) else { return .more }
        do {
            let isWanted = try taker.head(head)
            state.withLock { ($0.head, $0.isWanted) = (head, isWanted) }
        } catch {
            recorded?.isUnwanted(at: time.now)
            settle(.failure(error))
        }
        return demand
    }

    private func arrived(_ bytes: ArraySlice<UInt8>) -> HTTPDemand {
        watch.touch()
        time.noteTraffic()
        recorded?.received(bytes, at: time.now)
        let (isWanted, surplus) = state.withLock { state in
            guard state.result == nil, !state.isWanted else { return (state.result == nil, 0) }
            state.unwanted += bytes.count
            return (false, state.unwanted)
        }
        // No caller waits for a discarded body.
        if surplus > Self.mostUnwanted, let head = state.withLock(\.head) {
            recorded?.isUnwanted(at: time.now)
            settle(.success(head))
        }
        guard isWanted else { return .more }
        do { try taker.body(bytes) } catch {
            recorded?.isUnwanted(at: time.now)
            settle(.failure(error))
        }
        return demand
    }

    /// Whether to read on. While the taker has paused the flow, the idle timeout does not run.
    private var demand: HTTPDemand {
        guard let flow = taker.flow else { return .more }
        let isHeld = state.withLock { state in
            guard state.result == nil, flow.isPaused else { return false }
            state.isHeld = true
            return true
        }
        guard isHeld else { return .more }
        watch.pause()
        recorded?.held(true, at: time.now)
        // A resume in between had no handler to call.
        if !flow.isPaused { goOn() }
        return .pause
    }

    private func ended(_ end: HTTPTransferEnd, _ metrics: HTTPTransferMetrics) {
        time.noteTraffic()
        recorded?.ended(end, metrics, on: time)
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
        recorded?.held(false, at: time.now)
        transfer.resume()
    }

    /// Ends the attempt with a result. Later data is discarded.
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

    /// The maximum size of a discarded body in bytes. A shorter body is read to its end, to reuse the
    /// connection.
    private static let mostUnwanted = 65536
}

/// The reason why a transfer failed.
struct TransferFault: Error {
    var error: HTTPTransportError
    /// Whether the connection was established before the failure.
    var isConnected = false
}

/// A token that keeps a virtual clock from advancing between `begin()` and `end()`.
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
