internal import Dispatch
internal import Synchronization

/// A wait of one thread for another.
///
/// ``isWaiting`` is exact: it is true from the start of the wait until the call of ``resume()``, whenever the
/// thread runs again.
package final class Standby: Sendable {
    private struct State: Sendable {
        var isWaiting = false
        /// Whether ``resume()`` was called before the wait.
        var isTold = false
    }

    private let state = Mutex(State())
    private let semaphore = DispatchSemaphore(value: 0)

    package init() {
    }

    package var isWaiting: Bool { state.withLock(\.isWaiting) }

    /// Waits for the next ``resume()``. Returns immediately if there was one since the last wait.
    ///
    /// - Parameter onWait: called when `isWaiting` is set.
    package func wait(onWait: () -> Void = {}) {
        let waits = state.withLock { state in
            defer { state.isTold = false }
            state.isWaiting = !state.isTold
            return state.isWaiting
        }
        guard waits else { return }
        onWait()
        semaphore.wait()
    }

    package func resume() {
        let waited = state.withLock { state in
            defer { state.isWaiting = false }
            if !state.isWaiting { state.isTold = true }
            return state.isWaiting
        }
        if waited { semaphore.signal() }
    }
}
