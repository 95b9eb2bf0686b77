internal import GStreamer
internal import MediaFormats
internal import PlayheadCore
internal import PlayheadSystem
internal import Synchronization

/// Measures beside a seek, so that the right frame is shown, and soon.
extension GStreamerPipeline {
    /// Inserts a filter in front of a video decoder. Called on the thread that plugs it in.
    func standBefore(decoder: Element) {
        if let feed = DecoderInputFilter(decoder) { plugged.withLock { $0.feeds.append(feed) } }
    }

    /// Makes a decoder output keyframes at once while paused. During playback it might delay the next frames,
    /// because the keyframe is decoded twice.
    func hurry(_ landing: Element.Landing) {
        let hurries = landing != .accurate && !isPlayingWanted
        for feed in plugged.withLock(\.feeds) { feed.hurries = hurries }
    }

    /// Whether the seek that has just landed must be sent again, to show the frame that contains the target.
    ///
    /// A decoder drops a frame that claims to end before the target (1.22.0). It does so even if no other
    /// frame follows for long, as in a still image or a screen recording. The next frame is shown instead.
    func revealsFrame() -> Bool {
        guard let video = branches.first(where: { $0.kind == .video }) else { return false }
        // If the video is shorter than the medium, its last frame stays.
        let isShorter = reading != nil || !branches.allSatisfy(\.isAtEnd)
        let isOver = video.delay == nil && video.isAtEnd && isShorter
        guard let delay = isOver ? .milliseconds(40) : video.delay, delay > .milliseconds(1) else {
            return false
        }
        return !plugged.withLock(\.feeds).filter { $0.reveal(for: delay) }.isEmpty
    }

    /// Whether the seek that has just landed must be sent again, because it began with a keyframe after the
    /// target.
    func retreats() -> Bool { !plugged.withLock(\.origins).filter { $0.retreat() }.isEmpty }

    /// Whether keyframes are shown much sooner than exact targets, and a seek may interrupt another.
    var isScrubbable: Bool {
        let demuxers = plugged.withLock(\.demuxers)
        let able: Set = [
            "qtdemux", "matroskademux", "playheadtsdemux", "playheadmp4demux", "playheadpsdemux",
        ]
        return !isRemote && !demuxers.isEmpty && demuxers.isSubset(of: able)
    }
}
