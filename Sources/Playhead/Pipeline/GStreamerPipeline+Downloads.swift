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

    private static let rest: Duration = .milliseconds(60)
    private static let mostRounds = 16
    /// How many nanoseconds of media hlsdemux2 holds at most before it ceases to download, unless it is told otherwise.
    private static let usualLimit: UInt64 = 30_000_000_000
}

extension Element {
    /// The media that a demuxer of segments holds, of all kinds together.
    fileprivate var heldInAll: Duration { heldLevels.reduce(.zero, +) }
}
