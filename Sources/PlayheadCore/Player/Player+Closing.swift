internal import Dispatch
internal import Synchronization

extension Player {
    /// Closes the player for good and returns at once. Later calls do nothing.
    ///
    /// Observers hear of the end of the item and of the status `closed`.
    ///
    /// - Parameters:
    ///   - force: drops what was not delivered yet. A sequence ends once its consumer has taken what lies before it.
    ///   - kill: the same, and see the asynchronous form.
    public func close(force: Bool = false, kill: Bool = false) {
        perform(.command(.end(.stopped)), .command(.close))
        guard force || kill else { return }
        let (lanes, listeners) = core.withLock { ($0.audience, $0.listeners) }
        for lane in lanes { lane.close() }
        for listener in listeners { listener.finish() }
    }

    /// Closes the player for good and returns when nothing of it is left: no callback, no thread, no socket.
    ///
    /// It waits for the last event to be delivered and for the pipeline to be down, however long that takes. Not to be
    /// awaited from inside an observer's callback, which it would wait for.
    ///
    /// - Parameters:
    ///   - force: drops what was not delivered yet; only a call that is under way is waited for.
    ///   - kill: drops it too, and waits no longer than ``PlayerConfiguration/killTimeout``: a pipeline that is not down by
    ///     then, because an element hangs, is abandoned.
    /// - Returns: how many pipelines were abandoned: always 0 without `kill`. An abandoned pipeline goes on being taken
    ///   down in the background; ``abandonedPipelines`` counts those that are not down yet.
    @discardableResult
    public func close(force: Bool = false, kill: Bool = false) async -> Int {
        closeNow(force: force, kill: kill)
        // Not a global one: its threads may all be at work.
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

    /// How many pipelines of this process were abandoned by a kill and are not down yet.
    public static var abandonedPipelines: Int { Teardowns.abandonedCount }

    private func closeNow(force: Bool, kill: Bool) { close(force: force, kill: kill) }
}

/// Resumes a continuation on the first of several occasions.
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
