internal import Dispatch
internal import GStreamer
internal import Synchronization

/// Has a demuxer of HLS wait for its first output: hlsdemux2 makes outputs on another thread than it reads on, as soon as it knows what is in the
/// variant, and takes an end that it reads before for a failed download (1.22.0). On a busy machine short streams end so soon.
final class FirstOutput: Sendable {
    private struct State {
        var isThere = false
        /// Whether it is being made.
        var isDue = false
        var waiting: [DispatchSemaphore] = []
    }

    private let time: any PlayerTime
    private let pause: DispatchTimeInterval
    private let state = Mutex(State())

    /// - Parameter pause: how long passes between two looks whether anybody is at work, in real time, as the demuxer works.
    init(_ time: any PlayerTime, pause: DispatchTimeInterval = .milliseconds(500)) {
        self.time = time
        self.pause = pause
    }

    /// What is in the variant is known.
    func noteStreams() { state.withLock { $0.isDue = true } }

    /// It is there, or nobody is to wait for it any more.
    func open() {
        let waiting = state.withLock { state in
            defer { (state.isThere, state.waiting) = (true, []) }
            return state.waiting
        }
        for semaphore in waiting { semaphore.signal() }
    }

    /// Waits in place while it is being made; on the thread on which the demuxer reads.
    func waitInPlace() {
        let semaphore = DispatchSemaphore(value: 0)
        let mustWait = state.withLock { state in
            guard state.isDue, !state.isThere else { return false }
            state.waiting.append(semaphore)
            return true
        }
        guard mustWait else { return }
        // The clock of the load stands still meanwhile.
        let work = Work(time)
        work.begin()
        var rest = RestLook(most: 8)
        while semaphore.wait(timeout: .now() + pause) == .timedOut,
            !rest.isOver(isAnyAtWork: Self.isAnyAtWork)
        {}
        work.end()
    }

    /// Asked while this thread, which would count, is at rest.
    private static var isAnyAtWork: Bool {
        let isAtWork = Atomic(false)
        let isKnown = DispatchSemaphore(value: 0)
        DispatchQueue(label: "playhead.looking", qos: .userInitiated).async {
            isAtWork.store(WorkingThreads.isAnyAtWork(), ordering: .relaxed)
            isKnown.signal()
        }
        isKnown.wait()
        return isAtWork.load(ordering: .relaxed)
    }
}
