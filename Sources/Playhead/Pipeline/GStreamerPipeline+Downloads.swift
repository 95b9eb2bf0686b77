internal import Dispatch
internal import GStreamer

/// Seeks into HLS. Where a download begins while hlsdemux2 is about to carry out a seek, it takes what comes for an answer to that: it
/// aborts the process, or leaves out what was to be seen (1.22.0). So nothing new is downloaded before a seek, and what is under way is
/// let end.
extension GStreamerPipeline {
    /// Does something when no download is about to begin, and none seems to be under way: at once where all is there, and after a second
    /// at the latest.
    func whenDownloadsRest(_ work: @escaping @Sendable (GStreamerPipeline) -> Void) {
        guard sourceKind == .adaptive, let source = arrivals.source, !arrivals.isComplete else {
            return work(self)
        }
        source.set("max-buffering-time", uint64: 1)
        awaitRest(of: source, rounds: 1) { pipeline in
            work(pipeline)
            source.set("max-buffering-time", uint64: Self.usualLimit)
        }
    }

    /// Waits until the source holds no more than it did a moment ago: it tells nothing of a download but what comes of it.
    private func awaitRest(
        of source: Element, rounds: Int, _ work: @escaping @Sendable (GStreamerPipeline) -> Void
    ) {
        let held = source.heldInAll
        later(after: Self.rest) { [generation] pipeline in
            guard pipeline.generation == generation, !pipeline.isFinished else { return }
            let isResting = source.heldInAll <= held || rounds == Self.mostRounds
            if isResting { return work(pipeline) }
            pipeline.awaitRest(of: source, rounds: rounds + 1, work)
        }
    }

    /// Ends the downloads that are under way before the pipeline is taken down: hlsdemux2 stops the loop that would end them, and so
    /// loses them, each with its socket (1.22.0). Where it does not answer within a moment, it is left at that.
    func endDownloads() {
        guard sourceKind == .adaptive, let source = arrivals.source, !arrivals.isComplete else { return }
        // Nor does another one begin behind the flush.
        source.set("max-buffering-time", uint64: 1)
        let end = DispatchSemaphore(value: 0)
        DispatchQueue.global(qos: .userInitiated).async {
            source.flushInput()
            // What was cancelled ends in the loop's own time.
            DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: .now() + Self.timeToCancel) {
                end.signal()
            }
        }
        _ = end.wait(timeout: .now() + .milliseconds(300))
    }

    private static let timeToCancel = DispatchTimeInterval.milliseconds(30)
    private static let rest: Duration = .milliseconds(60)
    private static let mostRounds = 16
    /// How many nanoseconds of media hlsdemux2 holds at most before it ceases to download, unless it is told otherwise.
    private static let usualLimit: UInt64 = 30_000_000_000
}

extension Element {
    /// The media that a demuxer of segments holds, of all kinds together.
    fileprivate var heldInAll: Duration { heldLevels.reduce(.zero, +) }
}
