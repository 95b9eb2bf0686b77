internal import GStreamer

/// Seeks into HLS. Where a download begins while hlsdemux2 is about to carry out a seek, it takes what comes for an answer to that: it
/// aborts the process, or leaves out what was to be seen (1.22.0). So nothing new is downloaded before a seek, and what is under way is
/// let end.
extension GStreamerPipeline {
    /// Does something when no download is about to end: at once where there are none, and after a second at the latest.
    func whenDownloadsRest(_ work: @escaping @Sendable (GStreamerPipeline) -> Void) {
        guard sourceKind == .adaptive, let source = arrivals.source, !arrivals.isComplete else {
            return work(self)
        }
        source.set("max-buffering-time", uint64: 1)
        awaitRest(since: downloads, rounds: 1) { pipeline in
            work(pipeline)
            source.set("max-buffering-time", uint64: Self.usualLimit)
        }
    }

    private func awaitRest(
        since count: Int, rounds: Int, _ work: @escaping @Sendable (GStreamerPipeline) -> Void
    ) {
        later(after: Self.rest) { [generation] pipeline in
            guard pipeline.generation == generation, !pipeline.isFinished else { return }
            let isResting = pipeline.downloads == count || rounds == Self.mostRounds
            if isResting { return work(pipeline) }
            pipeline.awaitRest(since: pipeline.downloads, rounds: rounds + 1, work)
        }
    }

    /// For so long no download may end. One that takes longer does not end in the moment of a seek but by chance.
    private static let rest: Duration = .milliseconds(60)
    private static let mostRounds = 16
    /// How many nanoseconds of media hlsdemux2 holds at most before it ceases to download, unless it is told otherwise.
    private static let usualLimit: UInt64 = 30_000_000_000
}
