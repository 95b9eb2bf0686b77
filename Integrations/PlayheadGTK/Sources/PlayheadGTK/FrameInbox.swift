internal import Playhead
internal import Synchronization

/// The newest frame on its way to the main thread. Older ones that were not drawn are dropped.
final class FrameInbox: Sendable {
    private let state = Mutex<(frame: VideoFrame?, isWaiting: Bool)>((nil, false))
    private let take: @MainActor @Sendable (VideoFrame) -> Void

    init(take: @escaping @MainActor @Sendable (VideoFrame) -> Void) { self.take = take }

    /// May be called on any thread.
    func put(_ frame: VideoFrame) {
        let isWaiting = state.withLock { state in
            state.frame = frame
            defer { state.isWaiting = true }
            return state.isWaiting
        }
        guard !isWaiting else { return }
        MainThread.run { [self] in
            let frame = state.withLock { state in
                defer { state = (nil, false) }
                return state.frame
            }
            if let frame { take(frame) }
        }
    }
}
