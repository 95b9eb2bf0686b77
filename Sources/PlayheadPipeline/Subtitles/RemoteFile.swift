internal import Dispatch
internal import GStreamer
internal import PlayheadCore
internal import PlayheadNetwork
internal import PlayheadSystem
internal import Synchronization

/// Reads all bytes of a small resource: over HTTP like media, otherwise through the GStreamer source for its
/// scheme.
package final class RemoteFile: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var pipeline: Element?
        var task: Task<Void, Never>?
        var answer: (@Sendable (Result<[UInt8], PlayerError>) -> Void)?
    }

    let uri: String
    let access: NetworkAccess
    let limit: Int
    let excess: PlayerError
    private let queue: DispatchQueue
    private let state: Mutex<State>

    /// `answer` is called once, on the queue, unless the read is cancelled. It receives `excess` if there are
    /// more bytes than the limit.
    init(
        uri: String, access: NetworkAccess, limit: Int, excess: PlayerError, queue: DispatchQueue,
        answer: @escaping @Sendable (Result<[UInt8], PlayerError>) -> Void
    ) {
        self.uri = uri
        self.access = access
        self.limit = limit
        self.excess = excess
        self.queue = queue
        state = Mutex(State(answer: answer))
    }

    /// Starts the read. It fails if it takes longer than the deadline in real time.
    func begin(within deadline: Duration) {
        if NetworkAccess.isWeb(uri) { fetch() } else { queue.async { self.open() } }
        queue.asyncAfter(deadline: .now() + .nanoseconds(Int(deadline.inNanoseconds))) { [weak self] in
            guard let self else { return }
            finish {
                .failure(
                    PlayerError(
                        .timedOut, "It did not come in time", hint: "check the network", uri: self.uri))
            }
        }
    }

    /// Ends the read without a result.
    func cancel() {
        state.withLock { $0.answer = nil }
        queue.async { self.close() }
    }

    /// Ends the read with the error `givenUp`.
    func giveUp() { finish { .failure(.givenUp) } }

    private func fetch() {
        // Tasks of the program may occupy all threads of Swift's pool.
        let task = Task(executorPreference: QueueExecutor(label: "playhead.files")) { [self] in
            let result: Result<[UInt8], PlayerError>
            do throws(PlayerError) { result = .success(try await fetched()) } catch {
                result = .failure(error)
            }
            finish { result }
        }
        let isWanted = state.withLock { state in
            state.task = task
            return state.answer != nil
        }
        if !isWanted { task.cancel() }
    }

    private func open() {
        if let fault = SourceCheck.fault(of: uri) ?? access.policy.refusalOfDirect(uri) {
            return finish { .failure(fault) }
        }
        guard Runtime.startFault == nil, let source = Element.source(of: uri),
            let sink = Element.make("fakesink"),
            let entry = sink.pad("sink")
        else {
            return finish { [uri] in
                .failure(
                    PlayerError(
                        .invalidURI, "There is no way to read it", hint: "check the address", uri: uri))
            }
        }
        let pipeline = Element.pipeline()
        let isWanted = state.withLock { state in
            state.pipeline = pipeline
            return state.answer != nil
        }
        guard isWanted else { return close() }
        sink.set("sync", false)
        sink.set("async", false)
        entry.takeBytes { [weak self] in self?.take($0) }
        pipeline.onMessage { [weak self] in self?.hear($0) }
        pipeline.add(source)
        pipeline.add(sink)
        source.link(to: sink)
        pipeline.setState(.playing)
    }

    private func take(_ bytes: [UInt8]) {
        let isTooLarge = state.withLock { state in
            state.bytes += bytes
            return state.bytes.count > limit
        }
        if isTooLarge { finish { [excess] in .failure(excess) } }
    }

    private func hear(_ message: BusMessage) {
        switch message {
        case .endOfStream:
            let bytes = state.withLock(\.bytes)
            finish { .success(bytes) }
        case .error(let fault):
            finish { [uri] in
                .failure(PlayerError(fault, uri: uri, missing: [], hasPresented: false))
            }
        default: break
        }
    }

    /// Delivers the first result. It runs on the queue, because asking the network for the reason of a
    /// failure takes time.
    private func finish(_ result: @escaping @Sendable () -> Result<[UInt8], PlayerError>) {
        let answer = state.withLock { state in
            defer { state.answer = nil }
            return state.answer
        }
        guard let answer else { return }
        queue.async {
            self.close()
            answer(result())
        }
    }

    private func close() {
        let (pipeline, task) = state.withLock { state in
            defer { (state.pipeline, state.task, state.bytes) = (nil, nil, []) }
            return (state.pipeline, state.task)
        }
        task?.cancel()
        pipeline?.silenceBus()
        pipeline?.setState(.null)
    }
}
