internal import Dispatch
internal import GStreamer
internal import Synchronization

/// Seeks into HLS. Where a download begins while hlsdemux2 is about to carry out a seek, it takes what comes for an answer to that: it
/// aborts the process, or leaves out what was to be seen (1.22.0). So nothing new is downloaded before a seek, and what is under way is
/// let end.
extension GStreamerPipeline {
    /// Does something when no download is about to begin, and none seems to be under way: at once where all is there, and after a second
    /// at the latest; after three where a thread that reads or downloads is at work all the time.
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
        gateway?.holdAnswers(to: readers)
        work(self)
        if readers == .telling { gateway?.letAnswers() }
    }

    /// What hlsdemux2 fetches by itself it tells nothing of.
    private var readers: AnswerGate.Readers { sourceKind == .adaptive ? .silent : .telling }

    /// Waits until nothing has come for a moment: the source tells nothing of a download but what comes of it. Nor may a thread of it be kept
    /// from what it is at: what has been asked for, and not been sent yet, would be sent though it is cancelled, and its answer taken for
    /// another one. Beside other players somebody always is: it counts that each was seen at rest once, since when nothing has come.
    private func awaitRest(
        rounds: Int, restless: Set<FilePath>? = nil, _ work: @escaping @Sendable (GStreamerPipeline) -> Void
    ) {
        let pieces = arrivals.pieces
        later(after: Self.rest) { [generation] pipeline in
            guard pipeline.generation == generation, !pipeline.isFinished else { return }
            var left: Set<FilePath>?
            if pipeline.isAtRest(since: pieces) {
                let working = WorkingThreads.atWork(
                    named: Self.readingThreads.union(pipeline.downloadThreads))
                left = restless?.intersection(working) ?? working
            }
            let isLong = left?.isEmpty == false || rounds > Self.mostRounds
            let most = isLong ? 3 * Self.mostRounds : Self.mostRounds
            if left?.isEmpty == true || rounds >= most { return work(pipeline) }
            pipeline.awaitRest(rounds: rounds + 1, restless: left, work)
        }
    }

    /// Takes the pipeline down; false where it is left behind instead, with who serves it.
    func takeDown(_ pipeline: Element) -> Bool {
        // What follows may be of another kind, and known already.
        let isAdaptive = builtKind == .adaptive
        if !isAdaptive { gateway?.holdAnswers(to: .telling) }
        // What has come until the downloads have ended counts.
        if !isAdaptive || endDownloads(), !holdsEmptyStream {
            pipeline.setState(.null)
            return true
        }
        pipeline.abandon()
        return !isAdaptive
    }

    /// Ends the downloads that are under way before hlsdemux2 is taken down, which stops the loop that would end them, and so loses them,
    /// each with its socket. It must neither wait for anything in place then nor be at work on what comes, nor have only begun: the
    /// process would end, or the taking down never (1.22.0). False where it does not come to that.
    private func endDownloads() -> Bool {
        gateway?.leave()
        // What is let come is not to set off more.
        arrivals.source?.set("max-buffering-time", uint64: 1)
        let mayDownload = mayDownload
        guard !mayDownload || comesToRest() else { return false }
        // The taking down waits for what it asks for meanwhile.
        gateway?.standIn()
        guard mayDownload, let source = arrivals.source, gateway?.isIdle == false else { return true }
        let end = DispatchSemaphore(value: 0)
        let flushing = DispatchQueue(label: "playhead.flushing", qos: .userInitiated)
        flushing.async {
            source.flushInput()
            // What was cancelled ends in the loop's own time.
            flushing.asyncAfter(deadline: .now() + Self.timeToCancel) {
                end.signal()
            }
        }
        // It must not be taken down while it is at this.
        return end.wait(timeout: .now() + .seconds(5)) == .success
    }

    /// Waits in place until nothing has come for a moment, and nobody is at work on what came before; false if it does not come to that.
    private func comesToRest() -> Bool {
        let pause = DispatchSemaphore(value: 0)
        var restful = 0
        // Beside other players somebody always is: it counts that each was seen at rest once, since when nothing has come for these.
        var readers: Set<FilePath>?
        var downloaders: Set<FilePath>?
        for round in 1...Self.mostPauses {
            let pieces = arrivals.pieces
            _ = pause.wait(timeout: .now() + Self.pause)
            if isAtRest(since: pieces), !isOpening(in: round) {
                let reading = WorkingThreads.atWork(named: Self.readingThreads)
                let downloading = WorkingThreads.atWork(named: downloadThreads)
                readers = readers?.intersection(reading) ?? reading
                downloaders = downloaders?.intersection(downloading) ?? downloading
                restful += 1
                // One that downloads may have been made and not have run yet: it would never hear that it is to end.
                let isPatient = restful < Self.longPauses
                if downloaders?.isEmpty == true, readers?.isEmpty == true || !isPatient { return true }
            } else {
                (readers, downloaders, restful) = (nil, nil, 0)
            }
            if round == Self.patientPauses { gateway?.standIn() }
        }
        return false
    }

    /// Whether hlsdemux2 is being given its first playlist, or has not asked for anything yet after that.
    private func isOpening(in round: Int) -> Bool {
        guard let gate = gateway?.gate, gate.hasBegun else { return false }
        if plugged.withLock(\.webSource)?.pad("src")?.isAtRest == false { return true }
        // Where it refuses what it was given it never asks.
        return arrivals.source != nil && !gate.hasFollowed && round <= Self.patientPauses
    }

    /// Whether nothing has come since so much had, and no playlist is on its way, for which hlsdemux2 waits in place.
    func isAtRest(since pieces: Int) -> Bool {
        arrivals.pieces == pieces && gateway?.awaitsPlaylist != true
    }

    /// The threads on which hlsdemux2 takes apart what comes.
    private static let readingThreads: Set<String> = ["AdaptiveDemux"]

    /// On the thread that plugs hlsdemux2 in.
    func notePlugging(of demuxer: Element) {
        let thread = WorkingThreads.nameOfCurrent
        plugged.withLock { ($0.adaptiveDemuxer, $0.pluggingThread) = (demuxer, thread) }
    }

    /// Those on which it downloads. Each is made by the thread that plugged hlsdemux2 in, and called like that where GLib can't give it its
    /// own name, which is too long (2.74).
    private var downloadThreads: Set<String> {
        Set(["adaptive-downlo", plugged.withLock(\.pluggingThread)].compactMap(\.self))
    }

    private static let pause = DispatchTimeInterval.milliseconds(30)
    private static let patientPauses = 10
    private static let longPauses = 20
    private static let mostPauses = 160
    private static let timeToCancel = DispatchTimeInterval.milliseconds(30)
    private static let rest: Duration = .milliseconds(60)
    private static let mostRounds = 16
}
