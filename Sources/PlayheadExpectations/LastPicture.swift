internal import Playhead
internal import Synchronization

/// Keeps what was shown last.
final class LastPicture: PlaybackSpectator {
    private let kept = Mutex<PresentedPicture?>(nil)

    var picture: PresentedPicture? { kept.withLock { $0 } }

    func sees(_ picture: PresentedPicture) { kept.withLock { $0 = picture } }
}
