internal import Dispatch
internal import PlayheadCore
internal import PlayheadNetwork
internal import Synchronization

extension RemoteFile {
    /// All bytes of a small resource. Cancelling the task ends the fetch.
    static func bytes(
        of uri: String, access: NetworkAccess, limit: Int, excess: PlayerError, within deadline: Duration,
        queue: DispatchQueue
    ) async throws(PlayerError) -> [UInt8] {
        let answer = AwaitedAnswer()
        let file = RemoteFile(uri: uri, access: access, limit: limit, excess: excess, queue: queue) {
            answer.give($0)
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                answer.keep(continuation)
                file.begin(within: deadline)
            }
        } onCancel: {
            file.giveUp()
        }
        return try result.get()
    }
}

/// A result that may arrive before a task waits for it.
private final class AwaitedAnswer: Sendable {
    private struct State {
        var continuation: CheckedContinuation<Result<[UInt8], PlayerError>, Never>?
        var early: Result<[UInt8], PlayerError>?
    }

    private let state = Mutex(State())

    func keep(_ continuation: CheckedContinuation<Result<[UInt8], PlayerError>, Never>) {
        let early = state.withLock { state in
            if state.early == nil { state.continuation = continuation }
            return state.early
        }
        if let early { continuation.resume(returning: early) }
    }

    func give(_ result: Result<[UInt8], PlayerError>) {
        let continuation = state.withLock { state in
            if state.continuation == nil { state.early = result }
            return state.continuation
        }
        continuation?.resume(returning: result)
    }
}
