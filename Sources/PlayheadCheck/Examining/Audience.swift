internal import Playhead
internal import Synchronization

/// Counts what is presented, keeps the last picture's place, and lets others look and listen.
final class Audience: PlaybackSpectator {
    /// What was presented.
    struct Impression: Sendable {
        var pictures = 0
        /// Runs of samples.
        var sounds = 0
        /// Where the last picture stands, and up to where it lasts.
        var lastPicture: Range<Duration>?
    }

    private let state = Mutex(Impression())
    private let others: [any PlaybackSpectator]

    init(_ others: [any PlaybackSpectator] = []) { self.others = others }

    var impression: Impression { state.withLock { $0 } }

    func sees(_ picture: PresentedPicture) {
        state.withLock { state in
            state.pictures += 1
            let duration = max(picture.duration ?? .zero, .zero)
            state.lastPicture = picture.mediaTime..<(picture.mediaTime + duration)
        }
        for other in others { other.sees(picture) }
    }

    func hears(_ sound: PresentedSound) {
        state.withLock { $0.sounds += 1 }
        for other in others { other.hears(sound) }
    }
}
