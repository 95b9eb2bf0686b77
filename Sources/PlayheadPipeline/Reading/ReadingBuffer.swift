internal import DequeModule
internal import Dispatch
internal import PlayheadCore
internal import Synchronization

/// The decoded samples between the threads that decode and the task that reads, by output.
///
/// A thread that decodes ahead waits for the task, and the other way round.
final class ReadingBuffer: Sendable {
    private struct Lane {
        var samples: Deque<DecodedSample> = []
        var bytes = 0
        var isEnded = false
        /// The time before which nothing more comes.
        var reached: Duration = .zero
        /// Whether its thread waits for room.
        var isBlocked = false
        let room = DispatchSemaphore(value: 0)
    }

    private struct State {
        var lanes: [PresentationMeter.Output: Lane]
        var outcome: Result<Void, PlayerError>?
        var isClosed = false
        /// Whether a sample has come.
        var hasSamples = false
        var waiter: CheckedContinuation<Void, Never>?
        /// When the task began to wait; nil while it does not.
        var waitsSince: ContinuousClock.Instant?
    }

    private let state: Mutex<State>

    init(_ outputs: [PresentationMeter.Output]) {
        state = Mutex(State(lanes: Dictionary(uniqueKeysWithValues: outputs.map { ($0, Lane()) })))
    }

    /// The limits of a lane: samples, and their bytes beyond the first.
    private static let mostFrames = 16
    private static let mostBuffers = 64
    private static let mostBytes = 12 << 20

    /// Adds a sample, when there is room for it. Called on the thread that decodes.
    func put(_ sample: DecodedSample) {
        let (output, bytes) = sample.place
        while true {
            let room: DispatchSemaphore? = state.withLock { state in
                guard !state.isClosed, state.outcome == nil, var lane = state.lanes[output] else {
                    return nil
                }
                let most = output == .video ? Self.mostFrames : Self.mostBuffers
                guard lane.samples.isEmpty || lane.samples.count < most && lane.bytes < Self.mostBytes else {
                    state.lanes[output]?.isBlocked = true
                    return lane.room
                }
                lane.samples.append(sample)
                state.hasSamples = true
                lane.bytes += bytes
                state.lanes[output] = lane
                wake(&state)
                return nil
            }
            guard let room else { return }
            room.wait()
        }
    }

    /// Nothing comes from an output before a time.
    func skip(_ output: PresentationMeter.Output, to time: Duration) {
        state.withLock { state in
            guard let lane = state.lanes[output] else { return }
            state.lanes[output]?.reached = max(lane.reached, time)
            wake(&state)
        }
    }

    /// No more samples come from an output.
    func end(_ output: PresentationMeter.Output) {
        state.withLock { state in
            state.lanes[output]?.isEnded = true
            wake(&state)
        }
    }

    /// The medium has only these outputs.
    func keep(_ outputs: Set<PresentationMeter.Output>) {
        state.withLock { state in
            for output in state.lanes.keys where !outputs.contains(output) {
                state.lanes[output]?.isEnded = true
            }
            wake(&state)
        }
    }

    /// Nothing more comes at all. What has come is still given out, before the error. The first outcome
    /// counts.
    func finish(_ outcome: Result<Void, PlayerError>) {
        state.withLock { state in
            guard state.outcome == nil else { return }
            state.outcome = outcome
            for lane in state.lanes.values where lane.isBlocked { lane.room.signal() }
            wake(&state)
        }
    }

    /// Drops everything, and lets the threads that decode go on.
    func close() {
        state.withLock { state in
            state.isClosed = true
            for lane in state.lanes.values where lane.isBlocked { lane.room.signal() }
            for output in state.lanes.keys { state.lanes[output]?.samples = [] }
            wake(&state)
        }
    }

    /// Whether any sample has come.
    var hasSamples: Bool { state.withLock(\.hasSamples) }

    /// For how long the task has been waiting.
    var waitingTime: Duration {
        state.withLock { $0.waitsSince.map { ContinuousClock.now - $0 } ?? .zero }
    }

    private func wake(_ state: inout State) {
        state.waiter?.resume()
        state.waiter = nil
        // A task that a busy machine wakes late does not wait for the medium.
        state.waitsSince = nil
    }

    private enum Step {
        case sample(DecodedSample)
        case finished(Result<Void, PlayerError>)
        case wait
    }

    /// The next sample by time; nil at the end.
    func next(isolation actor: isolated (any Actor)?) async throws(PlayerError) -> DecodedSample? {
        while true {
            switch state.withLock({ step(&$0) }) {
            case .sample(let sample): return sample
            case .finished(let outcome):
                try outcome.get()
                return nil
            case .wait: break
            }
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    guard !hasStep(state) else { return true }
                    state.waiter = continuation
                    state.waitsSince = .now
                    return false
                }
                if isReady { continuation.resume() }
            }
        }
    }

    private func hasStep(_ state: State) -> Bool {
        state.isClosed || state.outcome != nil || first(state) != nil
    }

    /// The lane of the earliest sample; nil if one that may still be earlier has not come.
    private func first(_ state: State) -> PresentationMeter.Output? {
        var found: (output: PresentationMeter.Output, time: Duration)?
        var limit: Duration?
        for (output, lane) in state.lanes {
            guard let time = lane.samples.first?.time else {
                if lane.isEnded || state.outcome != nil { continue }
                limit = min(limit ?? lane.reached, lane.reached)
                continue
            }
            if found.map({ time < $0.time || time == $0.time && output == .video }) ?? true {
                found = (output, time)
            }
        }
        guard let found, limit.map({ found.time < $0 }) ?? true else { return nil }
        return found.output
    }

    private func step(_ state: inout State) -> Step {
        if state.isClosed {
            return .finished(.failure(PlayerError(.closed, "Reading was cancelled")))
        }
        guard let output = first(state), let sample = state.lanes[output]?.samples.popFirst() else {
            return state.outcome.map { .finished($0) } ?? .wait
        }
        if var lane = state.lanes[output] {
            lane.bytes -= sample.place.bytes
            // In batches, so that the threads do not change with each sample.
            if lane.isBlocked, lane.samples.count <= Self.mostFrames / 2 {
                lane.isBlocked = false
                lane.room.signal()
            }
            state.lanes[output] = lane
        }
        return .sample(sample)
    }
}

extension DecodedSample {
    /// The output that it comes from, and its size in memory.
    fileprivate var place: (output: PresentationMeter.Output, bytes: Int) {
        switch self {
        case .video(let frame): (.video, frame.planes.reduce(0) { $0 + $1.stride * $1.rows })
        case .audio(let buffer): (.audio, buffer.samples.count * 4)
        }
    }
}
