internal import HTTPTransport
internal import Synchronization

/// The consumer of a response. All calls come in order on the thread of the HTTP client and must not block.
struct ResponseTaker: Sendable {
    /// Takes the head and returns whether the body is needed. Throws when the response is useless.
    var head: @Sendable (HTTPResponseHead) throws -> Bool
    /// Takes a chunk of the body. Throws when no further data is needed.
    var body: @Sendable (ArraySlice<UInt8>) throws -> Void
    /// Whether the response is media. Only media counts for the bandwidth.
    var isMedia = false
    /// Flow control of the body; nil reads without pauses.
    var flow: FetchFlow?
}

/// Pauses and resumes the reading of a response body.
final class FetchFlow: Sendable {
    private struct State {
        var isPaused = false
        var resume: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    var isPaused: Bool { state.withLock(\.isPaused) }

    /// Pauses the reading. Data that was already received is still delivered.
    func pause() { state.withLock { $0.isPaused = true } }

    /// Resumes the reading.
    func resume() {
        let resume = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.isPaused else { return nil }
            state.isPaused = false
            return state.resume
        }
        resume?()
    }

    /// Suspends the caller while the flow is paused.
    func goesOn() async {
        await withCheckedContinuation { continuation in
            let isPaused = state.withLock { state in
                if state.isPaused { state.resume = { continuation.resume() } }
                return state.isPaused
            }
            if !isPaused { continuation.resume() }
        }
    }

    /// Sets the handler for the next resume.
    func onResume(_ handler: (@Sendable () -> Void)?) { state.withLock { $0.resume = handler } }
}
