public import Playhead

/// A tap that forwards frames and buffers to several taps in order.
public final class TapGroup: PresentationTap {
    private let taps: [any PresentationTap]

    /// Makes a group of taps.
    public init(_ taps: [any PresentationTap]) { self.taps = taps }

    /// Forwards a video frame.
    public func didPresent(_ picture: PresentedVideoFrame) { for tap in taps { tap.didPresent(picture) } }
    /// Forwards an audio buffer.
    public func didPresent(_ sound: PresentedAudioBuffer) { for tap in taps { tap.didPresent(sound) } }
}
