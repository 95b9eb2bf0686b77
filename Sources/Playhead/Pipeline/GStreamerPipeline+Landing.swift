internal import GStreamer
internal import Synchronization

/// What is done beside a seek so that its picture is there sooner, and is the right one.
extension GStreamerPipeline {
    /// While nothing plays, the picture of a keyframe comes at once. Where it plays on, decoding it twice might make the next
    /// ones late.
    func hurry(_ landing: Element.Landing) {
        let hurries = landing != .accurate && !isPlayingWanted
        for feed in feeds.withLock({ $0 }) { feed.hurries = hurries }
    }

    /// Whether the seek that has just landed has to be sent once more, to show the picture that contains the target.
    ///
    /// A decoder drops each picture that claims to end before the target, also one that is followed by no other for long (a still, a
    /// recorded screen); the next one is shown instead (1.22.0).
    func revealsPicture() -> Bool {
        let delay = branches.first { $0.kind == .video }?.delay
        guard let delay, delay > .milliseconds(1), speed(of: seekInFlight) > 0, !hasRevealed else { return false }
        hasRevealed = true
        let hidden = feeds.withLock { $0 }.filter { $0.reveal(for: delay) }
        return !hidden.isEmpty
    }

    private func speed(of seek: SeekRequest?) -> Double { seek?.speed ?? speed }
}
