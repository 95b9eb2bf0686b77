import Playhead
import Synchronization

/// A spectator that keeps everything.
final class Witness: PlaybackSpectator {
    private let seen = Mutex<[PresentedPicture]>([])
    private let heard = Mutex<[PresentedSound]>([])

    var pictures: [PresentedPicture] { seen.withLock { $0 } }
    var sounds: [PresentedSound] { heard.withLock { $0 } }
    /// What was presented while something advanced.
    var shown: [PresentedPicture] { pictures.filter { !$0.isHeld } }
    var played: [PresentedSound] { sounds.filter { !$0.isHeld } }

    func sees(_ picture: PresentedPicture) { seen.withLock { $0.append(picture) } }
    func hears(_ sound: PresentedSound) { heard.withLock { $0.append(sound) } }
}

/// A spectator that says when it is gone.
final class Parting: PlaybackSpectator {
    private let end: AsyncStream<Void>.Continuation

    init(_ end: AsyncStream<Void>.Continuation) { self.end = end }

    deinit { end.finish() }
}

extension PlayerConfiguration {
    /// Decoded and timed, shown and heard by a spectator alone.
    static func watched(by spectator: any PlaybackSpectator, _ clock: PlaybackClock = .virtual) -> Self {
        var configuration = PlayerConfiguration()
        configuration.video = .none
        configuration.audio = .none
        configuration.clock = clock
        configuration.spectator = spectator
        return configuration
    }
}
