internal import Playhead
internal import Synchronization

/// A tap that counts presented video frames and audio buffers, and forwards them to other taps.
final class FrameCounter: PresentationTap {
    private let state = Mutex(PresentedCounts())
    private let others: [any PresentationTap]

    init(_ others: [any PresentationTap] = []) { self.others = others }

    var counts: PresentedCounts { state.withLock { $0 } }

    func didPresent(_ frame: PresentedVideoFrame) {
        state.withLock { state in
            state.videoFrames += 1
            let duration = max(frame.duration ?? .zero, .zero)
            state.starts.append(frame.mediaTime)
            state.lastVideoFrame = frame.mediaTime..<(frame.mediaTime + duration)
        }
        for other in others { other.didPresent(frame) }
    }

    func didPresent(_ buffer: PresentedAudioBuffer) {
        state.withLock { $0.audioBuffers += 1 }
        for other in others { other.didPresent(buffer) }
    }
}

/// The numbers of presented video frames and audio buffers.
struct PresentedCounts: Sendable {
    var videoFrames = 0
    var audioBuffers = 0
    /// The media times of all video frames, in the order of presentation.
    var starts: [Duration] = []
    /// The media time of the last video frame, from its start to its end.
    var lastVideoFrame: Range<Duration>?
}
