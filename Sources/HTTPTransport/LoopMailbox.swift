internal import CCurl
internal import Glibc
internal import Synchronization

/// The messages from other threads to a client's thread, and the life cycle of that thread.
final class LoopMailbox: Sendable {
    enum Letter: Sendable {
        case start(HTTPTransfer, HTTPRequest, HTTPTransferHandler)
        case cancel(HTTPTransfer)
        case resume(HTTPTransfer)
        /// Ends all transfers of a pool and closes its connections.
        case close(PoolName, @Sendable () -> Void)
        case pass(@Sendable () -> Void)
    }

    private enum Phase { case idle, running, closing, closed }

    private struct State {
        var phase = Phase.idle
        var letters: [Letter] = []
        var wakeup: Int32 = -1
        var thread: pthread_t?
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Posts a message. Returns false if the thread does not run.
    @discardableResult
    func post(_ letter: Letter) -> Bool {
        state.withLock { state in
            guard state.phase == .running else { return false }
            state.letters.append(letter)
            if state.letters.count == 1 { state.wakeup.signal() }
            return true
        }
    }

    /// Starts the thread if necessary. Returns false if the client is closed or the system cannot create a
    /// thread.
    func run() -> Bool {
        state.withLock { state in
            guard state.phase == .idle else { return state.phase == .running }
            let wakeup = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
            guard wakeup >= 0 else { return false }
            guard let thread = LoopThread.start(self, wakeup: wakeup) else {
                Glibc.close(wakeup)
                return false
            }
            (state.wakeup, state.thread, state.phase) = (wakeup, thread, .running)
            return true
        }
    }

    /// Removes and returns the posted messages, and whether the thread must end.
    func collect() -> (letters: [Letter], isClosing: Bool) {
        state.withLock { state in
            let letters = state.letters
            state.letters = []
            return (letters, state.phase != .running)
        }
    }

    /// Tells the thread to end, without waiting.
    func close() {
        state.withLock { state in
            if state.phase == .idle { state.phase = .closed }
            guard state.phase == .running else { return }
            state.phase = .closing
            state.wakeup.signal()
        }
    }

    /// Tells the thread to end, and waits for it.
    func closeAndWait() async {
        close()
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.phase == .closed { return true }
                state.waiting.append(continuation)
                return false
            }
            if isOver { continuation.resume() }
        }
        // The thread has only to return.
        let thread = state.withLock { state in
            defer { state.thread = nil }
            return state.thread
        }
        if let thread { pthread_join(thread, nil) }
    }

    /// The last call of the thread.
    func threadEnds() {
        let waiting = state.withLock { state in
            Glibc.close(state.wakeup)
            (state.phase, state.wakeup) = (.closed, -1)
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    deinit {
        if let thread = state.withLock({ $0.thread }) { pthread_detach(thread) }
    }
}

extension Int32 {
    /// Wakes the thread that polls this `eventfd`.
    fileprivate func signal() {
        var one: UInt64 = 1
        _ = unsafe Glibc.write(self, &one, MemoryLayout<UInt64>.size)
    }
}
