internal import GStreamer
internal import MediaFormats
internal import PlayheadCore
internal import PlayheadSystem
internal import Synchronization

/// What is done beside a seek so that its frame is shown sooner, and is the right one.
extension GStreamerPipeline {
    /// Stands before an element, if it is a decoder of pictures; on whatever thread it was plugged in.
    func standBefore(decoder: Element) {
        if let feed = DecoderInputFilter(decoder) { plugged.withLock { $0.feeds.append(feed) } }
    }

    /// While nothing plays, the picture of a keyframe comes at once. Where it plays on, decoding it twice might make the next
    /// ones late.
    func hurry(_ landing: Element.Landing) {
        let hurries = landing != .accurate && !isPlayingWanted
        for feed in plugged.withLock(\.feeds) { feed.hurries = hurries }
    }

    /// Whether the seek that has just landed has to be sent once more, to show the frame that contains the target.
    ///
    /// A decoder drops each frame that claims to end before the target, also one that is followed by no other for long (a still, a
    /// recorded screen); the next one is shown instead (1.22.0).
    func revealsFrame() -> Bool {
        let delay = branches.first { $0.kind == .video }?.delay
        guard let delay, delay > .milliseconds(1) else { return false }
        let isRevealed = !plugged.withLock(\.feeds).filter { $0.reveal(for: delay) }.isEmpty
        return isRevealed || Workaround.tsStrayLanding.isNeeded && delay > Self.strayDelay
    }

    /// Where the first picture comes later than this after an exact target, the demuxer has gone astray: tsdemux does, one time in
    /// thousands on a busy machine (1.22.0).
    private static let strayDelay: Duration = .seconds(1)

    /// Whether keyframes are shown much sooner than exact targets, and a seek may be cut off by the next one. Where tsdemux is cut off
    /// it lands elsewhere, or never (1.22.0).
    var isScrubbable: Bool {
        let demuxers = plugged.withLock(\.demuxers)
        var able: Set = ["qtdemux", "matroskademux"]
        if !Workaround.tsInterruptedSeek.isNeeded { able.insert("tsdemux") }
        return !isRemote && !demuxers.isEmpty && demuxers.isSubset(of: able)
    }
}
