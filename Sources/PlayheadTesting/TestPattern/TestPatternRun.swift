internal import Dispatch
package import GStreamer
private import Synchronization

/// Runs a pipeline to its end.
package enum TestPatternRun {
    /// Runs a pipeline and takes it down.
    package static func run(_ pipeline: Element) async throws(TestPatternError) {
        let outcome = Outcome()
        pipeline.onMessage { message in
            switch message {
            case .endOfStream: outcome.set(.success(()))
            case .error(let fault): outcome.set(.failure(.failed("\(fault.element): \(fault.message)")))
            default: break
            }
        }
        let queue = DispatchQueue(label: "playhead.sample")
        queue.async {
            if pipeline.setState(.playing) == .failed {
                outcome.set(.failure(.failed("an element does not start")))
            }
        }
        let result = await withTaskCancellationHandler {
            await outcome.value
        } onCancel: {
            outcome.set(.failure(.failed("it was cancelled")))
        }
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            queue.async {
                pipeline.silenceBus()
                pipeline.setState(.null)
                continuation.resume()
            }
        }
        try result.get()
    }
}

/// The first result of an operation, for one waiting task.
private final class Outcome: Sendable {
    typealias Value = Result<Void, TestPatternError>

    private enum State {
        case open, awaited(CheckedContinuation<Value, Never>), ended(Value)
    }

    private let state = Mutex(State.open)

    func set(_ value: Value) {
        let waiting = state.withLock { state -> CheckedContinuation<Value, Never>? in
            if case .ended = state { return nil }
            defer { state = .ended(value) }
            if case .awaited(let continuation) = state { return continuation }
            return nil
        }
        waiting?.resume(returning: value)
    }

    /// The result. Only one task may wait for it.
    var value: Value {
        get async {
            await withCheckedContinuation { continuation in
                let ended = state.withLock { state -> Value? in
                    if case .ended(let value) = state { return value }
                    state = .awaited(continuation)
                    return nil
                }
                if let ended { continuation.resume(returning: ended) }
            }
        }
    }
}
