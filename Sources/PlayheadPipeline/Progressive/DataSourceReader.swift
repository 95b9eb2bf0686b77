internal import Dispatch
internal import GStreamer
internal import PlayheadCore
internal import PlayheadNetwork
internal import Synchronization

/// Passes the bytes of a data source of the program to a pipeline.
final class DataSourceReader: ByteProvider {
    private struct State {
        var read: Task<Void, Never>?
        var isInterrupted = false
        var isClosed = false
        var hasFailed = false
    }

    private let source: any MediaDataSource
    private let executor = QueueExecutor(label: "playhead.source")
    private let state = Mutex(State())
    private let address = Mutex<String?>(nil)
    private let name: String
    private let onFault: @Sendable (PlayerError) -> Void

    /// - Parameter onFault: called at most once, when the source has failed.
    init(
        _ source: any MediaDataSource, name: String,
        onFault: @escaping @Sendable (PlayerError) -> Void = { _ in }
    ) {
        (self.source, self.name, self.onFault) = (source, name, onFault)
    }

    deinit { close() }

    /// Returns the URI at which a pipeline can read the bytes, until ``close()``.
    func publish() -> String {
        address.withLock { address in
            if let address { return address }
            let made = ByteSource.publish(self, like: name)
            address = made
            return made
        }
    }

    /// Ends all reads.
    func close() {
        if let address = address.withLock(\.self) { ByteSource.withdraw(address) }
        state.withLock { $0.isClosed = true }
        interrupt()
    }

    var length: Int? { source.length }
    var isSeekable: Bool { source.length != nil }
    var titleInterval: Int? { nil }
    var tags: [String: String] { [:] }

    func read(at offset: Int, count: Int, isWhole: Bool) -> ByteRead {
        var pieces: [ArraySlice<UInt8>] = []
        var place = offset
        let end = source.length.map { min(offset + count, $0) } ?? offset + count
        while place < end {
            switch readOnce(at: place, count: end - place) {
            case .success(let bytes?):
                // Surplus bytes would take the place of the bytes that follow.
                let bytes = bytes.prefix(end - place)
                if bytes.isEmpty { return pieces.isEmpty ? .end : .bytes(pieces) }
                pieces.append(bytes)
                place += bytes.count
                if !isWhole { return .bytes(pieces) }
            case .success(nil): return .interrupted
            case .failure(let error):
                fail(error)
                return pieces.isEmpty ? .end : .bytes(pieces)
            }
        }
        return pieces.isEmpty ? .end : .bytes(pieces)
    }

    func interrupt() {
        let read = state.withLock { state in
            state.isInterrupted = true
            return state.read
        }
        read?.cancel()
    }

    func resume() { state.withLock { $0.isInterrupted = $0.isClosed } }

    /// The result of one call of the source. Nil if no reader waits for it any more.
    private func readOnce(at offset: Int, count: Int) -> Result<ArraySlice<UInt8>?, any Error> {
        let answer = SourceAnswer()
        let task = Task(executorPreference: executor) { [source] in
            do { answer.give(.success(try await source.read(at: offset, count: count)[...])) } catch {
                answer.give(.failure(error))
            }
        }
        let isWanted = state.withLock { state in
            state.read = task
            return !state.isInterrupted && !state.isClosed
        }
        if !isWanted { task.cancel() }
        let found = answer.await()
        return state.withLock { state in
            state.read = nil
            return state.isInterrupted ? .success(nil) : found.map { $0 }
        }
    }

    private func fail(_ error: any Error) {
        let fault = PlayerError(
            .connectionLost, "The source of the item failed: \(error)", hint: "see what gives the bytes",
            uri: name)
        let isFirst = state.withLock { state in
            defer { state.hasFailed = true }
            return !state.hasFailed
        }
        if isFirst { onFault(fault) }
    }
}

/// The result of one call of a source, for a thread that waits for it.
private final class SourceAnswer: Sendable {
    private let isGiven = DispatchSemaphore(value: 0)
    private let result = Mutex<Result<ArraySlice<UInt8>, any Error>?>(nil)

    func give(_ result: Result<ArraySlice<UInt8>, any Error>) {
        self.result.withLock { [result] in $0 = result }
        isGiven.signal()
    }

    func await() -> Result<ArraySlice<UInt8>, any Error> {
        isGiven.wait()
        return result.withLock { $0 ?? .failure(CancellationError()) }
    }
}
