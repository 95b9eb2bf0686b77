internal import Dispatch
internal import GStreamer

/// Seeks into HLS. Where a download begins while hlsdemux2 is about to carry out a seek, it takes what comes for an answer to that: it
/// aborts the process, or leaves out what was to be seen (1.22.0). So nothing new is downloaded before a seek, and what is under way is
/// let end.
extension GStreamerPipeline {
    /// Does something when no download is about to begin, and none seems to be under way: at once where all is there, and after a second
    /// at the latest.
    func whenDownloadsRest(_ work: @escaping @Sendable (GStreamerPipeline) -> Void) {
        whenStreamsMayBeLed { $0.letDownloadsRest(work) }
    }

    private func letDownloadsRest(_ work: @escaping @Sendable (GStreamerPipeline) -> Void) {
        guard sourceKind == .adaptive, let source = arrivals.source, mayDownload else {
            return withoutAnswers(work)
        }
        isResting = true
        source.set("max-buffering-time", uint64: 1)
        streamChange.hasBegun = false
        awaitRest(rounds: 1) { pipeline in
            pipeline.withoutAnswers(work)
            pipeline.isResting = false
            source.set("max-buffering-time", uint64: pipeline.forwardLimit)
        }
    }

    /// Where all is there, nothing is downloaded any more, but for a voice that has just been asked for.
    private var mayDownload: Bool { streamChange.hasBegun || !arrivals.isComplete }

    /// Does what cancels requests while no answer comes.
    func withoutAnswers(_ work: (GStreamerPipeline) -> Void) {
        gateway?.holdAnswers()
        work(self)
    }

    /// Waits until nothing has come for a moment: the source tells nothing of a download but what comes of it.
    private func awaitRest(rounds: Int, _ work: @escaping @Sendable (GStreamerPipeline) -> Void) {
        let pieces = arrivals.pieces
        later(after: Self.rest) { [generation] pipeline in
            guard pipeline.generation == generation, !pipeline.isFinished else { return }
            if pipeline.isAtRest(since: pieces) || rounds == Self.mostRounds { return work(pipeline) }
            pipeline.awaitRest(rounds: rounds + 1, work)
        }
    }

    /// Ends the downloads that are under way before the pipeline is taken down: hlsdemux2 stops the loop that would end them, and so
    /// loses them, each with its socket (1.22.0).
    ///
    /// It must not be at work on what comes meanwhile: it takes that apart without looking, and both threads may wait for each other for
    /// ever (1.22.0). So where data goes on coming, the sockets are lost. False where they do wait: it must not be taken down then, which
    /// would wait for them.
    func endDownloads() -> Bool {
        // Whoever is taken down cancels what is under way.
        defer { gateway?.holdAnswers() }
        guard sourceKind == .adaptive, let source = arrivals.source, mayDownload else { return true }
        // Nor does another one begin behind the flush.
        source.set("max-buffering-time", uint64: 1)
        guard comesToRest() else { return true }
        gateway?.holdAnswers()
        let end = DispatchSemaphore(value: 0)
        DispatchQueue.global(qos: .userInitiated).async {
            source.flushInput()
            // What was cancelled ends in the loop's own time.
            DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: .now() + Self.timeToCancel) {
                end.signal()
            }
        }
        // It must not be taken down while it is at this.
        return end.wait(timeout: .now() + .seconds(5)) == .success
    }

    /// Waits in place until nothing has come for a moment, and nobody is at work on what came before; false if somebody always is.
    private func comesToRest() -> Bool {
        let pause = DispatchSemaphore(value: 0)
        for _ in 1...Self.mostPauses {
            let pieces = arrivals.pieces
            _ = pause.wait(timeout: .now() + Self.pause)
            if isAtRest(since: pieces), !WorkingThreads.isAnyAtWork(named: Self.readers) { return true }
        }
        return false
    }

    /// Whether nothing has come since so much had, and no playlist is on its way, for which hlsdemux2 waits in place.
    func isAtRest(since pieces: Int) -> Bool {
        arrivals.pieces == pieces && gateway?.awaitsPlaylist != true
    }

    /// The threads on which hlsdemux2 takes apart what comes.
    private static let readers = "AdaptiveDemux"
    private static let pause = DispatchTimeInterval.milliseconds(30)
    private static let mostPauses = 10
    private static let timeToCancel = DispatchTimeInterval.milliseconds(30)
    private static let rest: Duration = .milliseconds(60)
    private static let mostRounds = 16
}
