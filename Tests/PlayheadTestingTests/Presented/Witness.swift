import Playhead
import Synchronization

/// A tap that keeps everything.
final class Witness: PresentationTap {
    private let seen = Mutex<[PresentedVideoFrame]>([])
    private let heard = Mutex<[PresentedAudioBuffer]>([])

    var pictures: [PresentedVideoFrame] { seen.withLock { $0 } }
    var sounds: [PresentedAudioBuffer] { heard.withLock { $0 } }
    /// What was presented while something advanced.
    var shown: [PresentedVideoFrame] { pictures.filter { !$0.isHeld } }
    var played: [PresentedAudioBuffer] { sounds.filter { !$0.isHeld } }

    func didPresent(_ picture: PresentedVideoFrame) { seen.withLock { $0.append(picture) } }
    func didPresent(_ sound: PresentedAudioBuffer) { heard.withLock { $0.append(sound) } }
}

/// A tap that says when it is gone.
final class Divergence: PresentationTap {
    private let end: AsyncStream<Void>.Continuation

    init(_ end: AsyncStream<Void>.Continuation) { self.end = end }

    deinit { end.finish() }
}

extension PlayerConfiguration {
    /// Decoded and timed, shown and heard by a tap alone.
    static func watched(by tap: any PresentationTap, _ clock: PlaybackClock = .virtual) -> Self {
        var configuration = PlayerConfiguration()
        configuration.video = .none
        configuration.audio = .none
        configuration.clock = clock
        configuration.presentationTap = tap
        return configuration
    }
}
