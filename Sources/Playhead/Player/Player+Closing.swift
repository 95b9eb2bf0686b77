internal import Dispatch

extension Player {
    /// Closes the player for good. What is being delivered is delivered; later calls do nothing.
    ///
    /// Returns at once; the asynchronous form returns when everything is down.
    public func close() { perform(.command(.end(.stopped)), .command(.close)) }

    /// Closes the player for good and returns when its last event was delivered and nothing of its pipeline
    /// is left: no callback, no thread, no socket (contract 2.7).
    ///
    /// Not to be awaited from inside an observer's callback, which it would wait for.
    public func close() async {
        closeNow()
        await withCheckedContinuation { continuation in
            outstanding.notify(queue: .global()) { continuation.resume() }
        }
    }

    private func closeNow() { close() }
}
