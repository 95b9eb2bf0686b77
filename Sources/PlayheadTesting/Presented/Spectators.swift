public import Playhead

/// Several spectators of one player, each of whom is told everything, in this order.
public final class Spectators: PlaybackSpectator {
    private let spectators: [any PlaybackSpectator]

    /// Has these look on together.
    public init(_ spectators: [any PlaybackSpectator]) { self.spectators = spectators }

    /// Shows a picture to each.
    public func sees(_ picture: PresentedPicture) { for spectator in spectators { spectator.sees(picture) } }
    /// Lets each hear.
    public func hears(_ sound: PresentedSound) { for spectator in spectators { spectator.hears(sound) } }
}
