public import Playhead

/// Several taps of one player, each of whom is told everything, in this order.
public final class TapGroup: PresentationTap {
    private let taps: [any PresentationTap]

    /// Has these look on together.
    public init(_ taps: [any PresentationTap]) { self.taps = taps }

    /// Shows a picture to each.
    public func didPresent(_ picture: PresentedVideoFrame) { for tap in taps { tap.didPresent(picture) } }
    /// Lets each hear.
    public func didPresent(_ sound: PresentedAudioBuffer) { for tap in taps { tap.didPresent(sound) } }
}
