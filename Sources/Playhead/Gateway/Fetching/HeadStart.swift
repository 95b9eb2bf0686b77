internal import NIOCore
internal import NIOHTTP1
internal import PlayheadLoops
internal import Synchronization

/// The first request of a load, sent while its pipeline is still being made. Whoever asks first gets the answer.
final class HeadStart: Sendable {
    /// All of an answer.
    struct Answer: Sendable {
        var head: HTTPResponseHead
        var body: [ByteBuffer] = []
        var outcome: Fetcher.Outcome
        var untilFirstByte: Duration
    }

    private struct Gathered: Sendable {
        var head: HTTPResponseHead?
        var at: Duration = .zero
        var body: [ByteBuffer] = []
        var count = 0
    }

    private let task: Mutex<Task<Result<Answer, FetchFault>, Never>?>

    /// - Parameter limit: how many bytes are gathered at most; an answer that is longer ends there.
    init(_ address: WebAddress, with fetcher: Fetcher, limit: Int) {
        task = Mutex(
            Task(executorPreference: LoopExecutor(fetcher.loop)) {
                await Self.fetch(address, with: fetcher, limit: limit)
            })
    }

    deinit { cancel() }

    /// The answer, which only the first one gets; nil for others.
    func take() async -> Result<Answer, FetchFault>? {
        let task = task.withLock { task in
            defer { task = nil }
            return task
        }
        guard let task else { return nil }
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    func cancel() { task.withLock { $0 }?.cancel() }

    private static func fetch(
        _ address: WebAddress, with fetcher: Fetcher, limit: Int
    ) async -> Result<Answer, FetchFault> {
        let time = fetcher.order.time
        let began = time.now
        let gathered = Mutex(Gathered())
        let taker = FetchAttempt.Taker { head in
            guard (200..<300).contains(head.status.code) else { throw FetchFault(head, of: address) }
            gathered.withLock { $0 = Gathered(head: head, at: time.now - began) }
            return true
        } body: { [loop = fetcher.loop] buffer in
            let isEnough = gathered.withLock { gathered in
                gathered.body.append(buffer)
                gathered.count += buffer.readableBytes
                return gathered.count > limit
            }
            return isEnough
                ? loop.makeFailedFuture(CancellationError()) : loop.makeSucceededVoidFuture()
        }
        var outcome: Fetcher.Outcome?
        do throws(FetchFault) {
            outcome = try await fetcher.fetch(
                address.text, .GET, headers: .ofText, from: nil, for: taker, onSent: {})
        } catch {
            // Who takes the answer says what is wrong with one that is too long.
            guard gathered.withLock({ $0.count > limit }) else { return .failure(error) }
        }
        let all = gathered.withLock { $0 }
        guard let head = all.head ?? outcome?.head else { return .failure(.broken(address)) }
        return .success(
            Answer(
                head: head, body: all.body, outcome: outcome ?? Fetcher.Outcome(head: head, address: address),
                untilFirstByte: all.at))
    }
}
