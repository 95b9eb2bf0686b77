internal import GStreamer
internal import PlayheadCore
internal import PlayheadNetwork
internal import PlayheadSystem
internal import Synchronization

/// A seek, in the order in which it happens:
///
/// 1. `seek`: the command. `begin` ends the seek or step under way.
/// 2. `send`: reads what must be known before the target first; then `sendNow`.
/// 3. `jump`: the seek goes to one output, which passes it to the source, or to the engine of a stream.
///    Without the workaround `binDuplicatesSeek` it goes to the pipeline. If the source cannot seek, `refuse`
///    reports that and ends the seek.
/// 4. `seekLanded`: the outputs hold what they present next (`ASYNC_DONE`). Returns to 2 if the tolerance
///    requires it.
/// 5. `complete`: the result is reported, and playback resumes.
extension GStreamerPipeline {
    func seek(_ request: SeekRequest) {
        begin(request)
        send(request.tolerance.firstLanding)
    }

    /// Begins a seek, which ends the seek or step under way.
    private func begin(_ request: SeekRequest) {
        phase = .seeking(SeekProgress(request))
        steppedTo = nil
        buffer.beginAnew()
        times.stop()
        texts.shownUntil = nil
        texts.areReadFromStart =
            request.target <= .zero && request.speed > 0 && self.request.item.endPosition == nil
        show([])
        texts.lookBack?.giveUp()
        texts.lookBack = nil
        let hidFrames = presentation.withLock { presentation in
            defer { presentation.hidesFrames = false }
            return presentation.hidesFrames
        }
        if hidFrames {
            ending.hasMedia = meter.passed > 0
            meter.clear()
            for branch in branches { branch.showsFirstFrame(true) }
        }
    }

    /// Sends the seek under way, for the first time or again, as soon as that is possible.
    private func send(_ landing: Element.Landing) {
        guard var progress = seeking else { return }
        progress.prepare(landing)
        phase = .seeking(progress)
        seekSeqnum = nil
        whenPastBitmapsAreKnown(before: progress.request.target) { [request = progress.request] pipeline in
            if pipeline.seeking?.request == request { pipeline.sendNow(landing) }
        }
    }

    private func sendNow(_ landing: Element.Landing) {
        guard let pipeline, !branches.isEmpty, var progress = seeking else { return }
        let request = progress.request
        hurry(landing)
        prepareSound(for: request.speed)
        // GStreamer may never answer a flush during the change from preroll to playing (1.22.0).
        if Workaround.flushBeforePlaying.isNeeded, isPlayingWanted, !awaitsAnswer {
            pipeline.awaitSettled(upTo: Self.timeToSettle)
        }
        // A stream cannot play backwards.
        let isPossible = sourceKind == .progressive || request.speed > 0
        progress.seqnum = isPossible ? jump(to: request.target, landing: landing, rate: request.speed) : nil
        seekSeqnum = progress.seqnum
        awaitsAnswer = progress.seqnum != nil
        guard progress.seqnum != nil else { return refuse(request) }
        phase = .seeking(progress)
    }

    /// The maximum wait for a change of state that hangs.
    private static let timeToSettle: Duration = .seconds(1)

    /// The source cannot seek.
    private func refuse(_ request: SeekRequest) {
        phase = .paused
        prepareSound(for: speed)
        let error = PlayerError(.notSeekable, "This content cannot seek", uri: self.request.item.uri)
        report(.seekFailed(serial: request.serial, error))
        if pipeline?.isPlaying == true { started() }
    }

    /// Sends a seek within the item to one output, which passes it to the source. The flush of the seek may
    /// relink another output. Nil if the source refuses.
    func jump(to position: Duration, landing: Element.Landing, rate: Double) -> Seqnum? {
        setDelay(AudioDevice.startDelay)
        if sourceKind == .streaming { return jumpInStream(to: position, landing: landing, rate: rate) }
        let output = (branches.first { $0.kind == .video } ?? branches.first)?.sink
        let seeker = Workaround.binDuplicatesSeek.isNeeded ? output : pipeline
        return seeker?.seek(to: position, until: demuxedEnd, landing: landing, rate: rate)
    }

    /// The outputs hold what they present next. `seqnum` is the number of the latest seek that had reached an
    /// output then.
    func seekLanded(at seqnum: Seqnum?) {
        // A message that follows from an earlier seek or from a pause does not answer this one.
        guard var progress = seeking, progress.isAnswered(by: seqnum) else { return }
        awaitsAnswer = false
        if progress.mayRetreat, retreats() { return send(progress.landing) }
        let mayReveal = progress.mayReveal()
        phase = .seeking(progress)
        if mayReveal, revealsFrame() { return send(.accurate) }
        let next = progress.land(at: restingPosition)
        phase = .seeking(progress)
        if let next { send(next) } else { complete(progress) }
    }

    private func complete(_ progress: SeekProgress) {
        phase = .paused
        speed = progress.request.speed
        let position = progress.position
        for branch in branches { branch.land(at: position, meter) }
        report(.seekDone(serial: progress.request.serial, at: position))
        reportBuffer()
        reviewLevel()
        lookBackForTexts(at: position)
        if isPlayingWanted, pipeline?.isPlaying == true { started() }
        keepTime()
    }
}
