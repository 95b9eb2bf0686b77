internal import Playhead
internal import Synchronization

/// A tap that keeps the last presented video frame.
final class LastPicture: PresentationTap {
    private let kept = Mutex<PresentedVideoFrame?>(nil)

    var picture: PresentedVideoFrame? { kept.withLock { $0 } }

    func didPresent(_ picture: PresentedVideoFrame) { kept.withLock { $0 = picture } }
}
