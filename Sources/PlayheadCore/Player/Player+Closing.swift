internal import Dispatch
internal import Synchronization

extension Player {
    /// Closes the player permanently and returns immediately. Later calls do nothing.
    ///
    /// Observers receive the end of the item and the status `closed`.
    ///
    /// - Parameters:
    ///   - force: discards undelivered events. A sequence ends after its consumer has taken the buffered
    ///     ones.
    ///   - kill: also discards undelivered events; see the asynchronous form.
    public func close(force: Bool = false, kill: Bool = false) {
        perform(.command(.end(.stopped)), .command(.close))
        guard force || kill else { return }
        let (lanes, listeners) = core.withLock { ($0.audience, $0.listeners) }
        for lane in lanes { lane.close() }
        for listener in listeners { listener.finish() }
    }

    /// Closes the player permanently and returns when all its callbacks, threads and sockets are gone.
    ///
    /// The call waits without limit for the last event to be delivered and for the pipeline to shut down. It
    /// must not be awaited inside an observer's callback: that would be a deadlock.
    ///
    /// - Parameters:
    ///   - force: discards undelivered events; the call waits only for a callback in progress.
    ///   - kill: also discards them, and waits at most ``PlayerConfiguration/killTimeout``. A pipeline that
    ///     still runs then, because an element hangs, is abandoned.
    /// - Returns: the number of abandoned pipelines: always 0 without `kill`. An abandoned pipeline continues
    ///   to shut down in the background; ``abandonedPipelines`` counts those that still run.
    @discardableResult
    public func close(force: Bool = false, kill: Bool = false) async -> Int {
        closeNow(force: force, kill: kill)
        // A global queue may have all its threads in use.
        let queue = DispatchQueue(label: "playhead.closed", qos: .userInitiated)
        guard kill else {
            await withCheckedContinuation { continuation in
                outstanding.notify(queue: queue) { continuation.resume() }
            }
            return 0
        }
        let once = OnceContinuation()
        await withCheckedContinuation { continuation in
            once.keep(continuation)
            let timer = time.schedule(after: configuration.killTimeout) { once.resume() }
            outstanding.notify(queue: queue) {
                timer.cancel()
                once.resume()
            }
        }
        return teardowns.abandon()
    }

    /// The number of pipelines of this process that were abandoned by a kill and still run.
    public static var abandonedPipelines: Int { Teardowns.abandonedCount }

    private func closeNow(force: Bool, kill: Bool) { close(force: force, kill: kill) }
}

/// A continuation that only the first of several calls resumes.
final class OnceContinuation: Sendable {
    private let continuation = Mutex<CheckedContinuation<Void, Never>?>(nil)

    func keep(_ continuation: CheckedContinuation<Void, Never>) {
        self.continuation.withLock { $0 = continuation }
    }

    func resume() {
        let kept = continuation.withLock { kept in
            defer { kept = nil }
            return kept
        }
        kept?.resume()
    }
}
