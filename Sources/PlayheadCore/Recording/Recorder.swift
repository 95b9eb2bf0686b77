internal import Dispatch
internal import Synchronization

/// Writes the inputs of a player to a recording in the order of their reduction, on a queue of its own.
final class Recorder: Sendable {
    typealias Sink = @Sendable ([UInt8]) throws(PlayerError) -> Void

    /// The maximum number of unwritten inputs, some megabytes; further ones are counted as lost.
    static let limit = 10_000
    private static let chunkSize = 1 << 16

    fileprivate struct State {
        var entries: [RecordingWriter.Entry] = []
        var lost = 0
        var isEnded = false
        var isWriting = false
        var isClosed = false
        var fault: PlayerError?
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// The state of the recorder's queue.
    private struct Output {
        var writer: RecordingWriter
        var sink: Sink
    }

    private let state = Mutex(State())
    private let output: Mutex<Output?>
    private let limit: Int
    private let queue = DispatchQueue(label: "playhead.recording", qos: .utility)
    private let failed: @Sendable (PlayerError) -> Void
    private let closed: @Sendable () -> Void

    /// `sink` writes bytes and may block. `failed` is called on the recorder's queue if it throws, and
    /// `closed` at the end.
    init(
        limit: Int = Recorder.limit, gstreamerVersion: String? = nil, sink: @escaping Sink,
        failed: @escaping @Sendable (PlayerError) -> Void,
        closed: @escaping @Sendable () -> Void
    ) {
        self.limit = limit
        self.failed = failed
        self.closed = closed
        output = Mutex(Output(writer: RecordingWriter(gstreamerVersion: gstreamerVersion), sink: sink))
    }

    /// The error that made the recording incomplete.
    var fault: PlayerError? { state.withLock(\.fault) }

    // These three functions are called under the player's lock and in its order, and never block.

    func begin(_ machine: PlayerMachine, at now: Duration) {
        change { $0.entries.append(.begin(machine, at: now)) }
    }

    func take(_ input: PlayerInput, at moment: Moment, from old: PlayerMachine, to new: PlayerMachine) {
        change { state in
            guard state.entries.count < limit else { return state.lost += 1 }
            state.sayLost(old, at: moment.now)
            state.entries.append(.step(input, at: moment, new))
        }
    }

    /// Ends the recording; a second call has no effect.
    func end(_ machine: PlayerMachine, at now: Duration) {
        change { state in
            state.sayLost(machine, at: now)
            state.entries.append(.end)
            state.isEnded = true
        }
    }

    /// Returns when all entries are written.
    func finished() async {
        await withCheckedContinuation { continuation in
            let isFinished = state.withLock { state in
                if !state.isClosed { state.waiters.append(continuation) }
                return state.isClosed
            }
            if isFinished { continuation.resume() }
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let starts = state.withLock { state in
            guard !state.isEnded else { return false }
            body(&state)
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if starts { queue.async { self.write() } }
    }

    private func write() {
        while let entries = next() {
            do {
                try write(entries)
            } catch {
                state.withLock { state in
                    state.fault = error
                    state.isEnded = true
                    state.entries = []
                }
                failed(error)
            }
        }
    }

    /// The entries since the last call; nil without any.
    private func next() -> [RecordingWriter.Entry]? {
        let (entries, isOver) = state.withLock { state in
            defer { state.entries = [] }
            if state.entries.isEmpty { state.isWriting = false }
            return (state.entries, state.entries.isEmpty && state.isEnded)
        }
        if isOver { close() }
        return entries.isEmpty ? nil : entries
    }

    private func write(_ entries: [RecordingWriter.Entry]) throws(PlayerError) {
        try output.withLock { output throws(PlayerError) in
            var bytes: [UInt8] = []
            for entry in entries {
                do {
                    bytes += try output?.writer.line(for: entry) ?? []
                } catch {
                    throw PlayerError(.unknown, "The recording cannot be encoded: \(error)")
                }
                if bytes.count >= Self.chunkSize {
                    try output?.sink(bytes)
                    bytes = []
                }
            }
            try output?.sink(bytes)
        }
    }

    /// Releases the sink and resumes waiting callers.
    private func close() {
        output.withLock { $0 = nil }
        closed()
        let waiters = state.withLock { state in
            state.isClosed = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}

extension Recorder.State {
    /// Writes the number of lost inputs before the next entry.
    fileprivate mutating func sayLost(_ machine: PlayerMachine, at now: Duration) {
        guard lost > 0 else { return }
        entries.append(.gap(lost: lost, machine, at: now))
        lost = 0
    }
}
