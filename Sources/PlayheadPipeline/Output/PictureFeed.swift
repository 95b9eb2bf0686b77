internal import GStreamer
internal import PlayheadCore
internal import Synchronization

/// Hands the video frames of one load to the window of its player.
final class PictureFeed: Sendable {
    let device: VideoWindow
    private let isOn: Atomic<Bool>
    private let last = Mutex<StillPicture?>(nil)
    /// Called with the message of a window that fails.
    let onFault: @Sendable (BusMessage?) -> Void

    init(to device: VideoWindow, isOn: Bool, onFault: @escaping @Sendable (BusMessage?) -> Void) {
        self.device = device
        self.isOn = Atomic(isOn)
        self.onFault = onFault
    }

    /// Takes a frame that is presented, or that is held and visible while paused.
    func take(_ rendering: Rendering) {
        guard let picture = StillPicture(rendering) else { return }
        if isOn.load(ordering: .sequentiallyConsistent) {
            last.withLock { $0 = nil }
            device.show(picture, of: self)
        } else {
            last.withLock { $0 = picture }
            // The feed may have been switched on meanwhile.
            if isOn.load(ordering: .sequentiallyConsistent) { showLast() }
        }
    }

    /// Frames that are presented from now on are visible. A held frame waits for its time.
    func begin() { isOn.store(true, ordering: .sequentiallyConsistent) }

    /// Reverts ``begin()``.
    func withdraw() { isOn.store(false, ordering: .sequentiallyConsistent) }

    /// Frames that are presented from now on are visible, and a held frame at once.
    func present() {
        isOn.store(true, ordering: .sequentiallyConsistent)
        showLast()
    }

    func setAspect(_ mode: AspectMode) { if isOn.load(ordering: .relaxed) { device.setAspect(mode) } }

    private func showLast() {
        let picture = last.withLock { last in
            defer { last = nil }
            return last
        }
        if let picture { device.show(picture, of: self) }
    }
}
