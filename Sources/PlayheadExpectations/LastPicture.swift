internal import Playhead
internal import Synchronization

/// Keeps what was shown last.
final class LastPicture: PresentationTap {
    private let kept = Mutex<PresentedVideoFrame?>(nil)

    var picture: PresentedVideoFrame? { kept.withLock { $0 } }

    func didPresent(_ picture: PresentedVideoFrame) { kept.withLock { $0 = picture } }
}
