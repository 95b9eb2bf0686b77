internal import Playhead
internal import Synchronization

/// Counts what is presented, keeps the last picture's place, and lets others look and listen.
final class Audience: PresentationTap {
    /// What was presented.
    struct Impression: Sendable {
        var pictures = 0
        /// Runs of samples.
        var sounds = 0
        /// Where the last picture stands, and up to where it lasts.
        var lastPicture: Range<Duration>?
    }

    private let state = Mutex(Impression())
    private let others: [any PresentationTap]

    init(_ others: [any PresentationTap] = []) { self.others = others }

    var impression: Impression { state.withLock { $0 } }

    func didPresent(_ picture: PresentedVideoFrame) {
        state.withLock { state in
            state.pictures += 1
            let duration = max(picture.duration ?? .zero, .zero)
            state.lastPicture = picture.mediaTime..<(picture.mediaTime + duration)
        }
        for other in others { other.didPresent(picture) }
    }

    func didPresent(_ sound: PresentedAudioBuffer) {
        state.withLock { $0.sounds += 1 }
        for other in others { other.didPresent(sound) }
    }
}
