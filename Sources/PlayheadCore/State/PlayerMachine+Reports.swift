extension PlayerMachine {
    /// Applies a report of the current pipeline.
    mutating func applyReport(_ event: PipelineEvent, at moment: Moment, effects: inout [Effect]) {
        switch event {
        case .prerolled(let facts): prerolled(facts, at: moment, effects: &effects)
        case .streams(let hasVideo, let hasAudio):
            self.hasVideo = hasVideo
            self.hasAudio = hasAudio
        case .running(let position): running(at: position, moment: moment)
        case .position(let position):
            guard !seeks.isBusy, isPrerolled, endReason == nil || endReason == .stopped else { return }
            stand(at: position, moment: moment)
        case .reached(let position): reached(position, at: moment)
        case .durationChanged(let value):
            guard !isLive else { return }
            outlastsLength = value == nil && (outlastsLength || duration != nil)
            learn(duration: value, at: moment)
        case .measured(let id): finishRefresh(id, effects: &effects)
        case .buffering(let percent):
            buffering(percent, at: moment)
            meetLiveEdge(at: moment, effects: &effects)
        case .starved(let starved):
            isStarved = starved && isPrerolled && endReason == nil
            meetLiveEdge(at: moment, effects: &effects)
        case .bufferedTo(let position): bufferedPosition = clamped(position)
        case .seekDone(let serial, let position):
            // The result of an earlier seek does not complete this one.
            if serial == seeks.serial { seekLanded(at: clamped(position), moment, effects: &effects) }
        case .seekFailed(let serial, let error):
            if serial == seeks.serial { seekFailed(error, at: moment, effects: &effects) }
        case .stepDone(let serial, let position, let moved):
            if serial == steps.serial { stepped(to: position, moved: moved, at: moment, effects: &effects) }
        case .stepFailed(let serial, let error):
            if serial == steps.serial { finishStep(.failed(error), effects: &effects) }
        // The successor was started for the first reported time.
        case .ends(let time): endsAt = endsAt ?? time
        case .draining: if !seeks.isBusy, status == .started { status = .draining }
        case .ended(let report):
            if !seeks.isBusy, isPrerolled { ended(report, at: moment, effects: &effects) }
        case .subtitle(let cues): if !seeks.isBusy { subtitleCues = cues }
        case .transcribed(let track): if !transcribed.contains(track) { transcribed.append(track) }
        case .tracks(let tracks, let applied, let needSeek):
            learn(tracks, applied: applied, needSeek: needSeek, at: moment, effects: &effects)
        case .metadata(let metadata): learn(metadata, at: moment)
        case .videoSize(let size): videoSize = size
        case .window(let window): learn(window, at: moment, effects: &effects)
        case .variant(let variant): self.variant = variant
        case .bandwidth(let bandwidth): self.bandwidth = bandwidth
        case .fetched(let bytes, let duration):
            traffic.add(bytes, in: duration)
        case .warning(let warning): warn(warning)
        case .gap(let gap): miss(gap)
        case .failed(let error): fail(error, at: moment, effects: &effects)
        }
    }

    private mutating func prerolled(_ facts: MediaFacts, at moment: Moment, effects: inout [Effect]) {
        guard !isOpened else { return }
        isOpened = true
        if awaitsChapter { return fail(noSuchChapter, at: moment, effects: &effects) }
        duration = facts.isLive ? nil : facts.duration
        isLive = facts.isLive && window?.isComplete != true
        if facts.isLive, !isLive { duration = window?.end }
        isSeekable = facts.isSeekable
        hasVideo = facts.hasVideo
        hasAudio = facts.hasAudio
        isScrubbable = facts.isScrubbable && facts.hasVideo
        if let position = facts.position, seeks.waiting == nil { arrive(at: position, moment: moment) }
        if !mayChangeSpeed, speed != 1, seeks.waiting != nil { refuseSpeed() }
        if !mayChangeSpeed, refusesSpeed, let waiting = seeks.waiting, waiting.id == nil,
            waiting.target == .zero
        {
            // The seek was only for the speed.
            seeks.waiting = nil
            becomeReady()
        } else if !isSeekable, let waiting = seeks.waiting {
            seeks.inFlight = waiting
            seeks.inFlight?.speed = 1
            seeks.waiting = nil
            let error = PlayerError(.notSeekable, "This content cannot seek", uri: item?.uri)
            seekFailed(error, at: moment, effects: &effects)
        } else if let waiting = seeks.waiting {
            let target = clampedTarget(waiting.target)
            seeks.waiting?.target = target
            jump(to: target, at: moment)
            sendWaitingSeek(effects: &effects)
        } else {
            becomeReady()
        }
    }

    mutating func becomeReady() {
        guard !isPrerolled else { return }
        isPrerolled = true
        if status == .opening { status = .ready }
    }

    /// Sets a duration, and clamps the position and seek targets to it (contract 3.9).
    mutating func learn(duration new: Duration?, at moment: Moment) {
        duration = new
        if let target = seeks.all.last?.target {
            jump(to: target, at: moment)
        } else {
            reportedPosition = clamped(
                timeline.isAdvancing ? reportedPosition : timeline.position(at: moment))
        }
    }

    private mutating func running(at position: Duration, moment: Moment) {
        guard wantsToPlay, isPrerolled, !seeks.isBusy else { return }
        isRunning = true
        timeline.measure(clamped(position), at: moment)
        reportedPosition = clamped(timeline.position(at: moment))
        if status != .draining { status = .started }
        endReason = nil
    }

    /// Applies a buffer level, which the pipeline has computed. To avoid oscillation, playback stops below
    /// 10 % and restarts at 100 % (contract 1.1). `demands` derives from it whether the pipeline plays.
    private mutating func buffering(_ percent: Int, at moment: Moment) {
        buffer.take(level: percent, at: moment.now)
        if percent >= 100 {
            isBufferLow = false
        } else if percent < 10 || !isPrerolled {
            isBufferLow = true
        }
        if isBufferLow { isRunning = false }
    }

    private mutating func ended(_ report: EndReport, at moment: Moment, effects: inout [Effect]) {
        guard let reported = report.presentedEnd else {
            let error = report.fault ?? nothingPresented
            return fail(error, at: moment, effects: &effects)
        }
        let presentedEnd = max(.zero, reported)
        missEnd(from: presentedEnd, isBroken: report.fault != nil)
        if let fault = report.fault
            ?? (effectiveSpeed < 0 || allowsGaps ? nil : shortfall(presentedEnd) ?? report.lack ?? lack)
        {
            end(at: max(timeline.position(at: moment), presentedEnd), moment: moment)
            return finish(.truncated, error: fault, at: moment, effects: &effects)
        }
        if duration == nil, !isLive { duration = presentedEnd }
        end(
            at: effectiveSpeed < 0 ? .zero : duration ?? max(presentedEnd, timeline.position(at: moment)),
            moment: moment)
        isRunning = false
        isBufferLow = false
        isStarved = false
        endReason = .natural
        let hasPlayed = status == .started || status == .draining
        status = .ended
        subtitleCues = []
        // A pause that came with the end applies to the next item.
        if !(wantsToPlay || hasPlayed) || !goOn(after: .natural, at: moment) { wantsToPlay = false }
    }

    private var nothingPresented: PlayerError {
        if let duration, let item, beginning >= duration {
            return .startBeyondEnd(beginning, duration, uri: item.uri)
        }
        return PlayerError(.malformed, "The file contains no playable media", uri: item?.uri)
    }

    /// The error of a premature end (contract 4.7).
    private func shortfall(_ presentedEnd: Duration) -> PlayerError? {
        guard let duration, !isLive else { return nil }
        let promised = min(duration, item?.endPosition ?? duration)
        return .shortfall(of: presentedEnd, promised: promised, uri: item?.uri)
    }

    /// The item fails (contract 1.6): only the first error of a fault is reported.
    mutating func fail(_ error: PlayerError, at moment: Moment, effects: inout [Effect]) {
        jump(to: timeline.position(at: moment), at: moment)
        finish(.error, error: error, at: moment, effects: &effects)
    }

    private mutating func finish(
        _ reason: EndReason, error: PlayerError, at moment: Moment, effects: inout [Effect]
    ) {
        dropPipeline(answering: .failed(error), effects: &effects)
        self.error = error
        endReason = reason
        status = .failed
        if !goOn(after: reason, at: moment) { wantsToPlay = false }
        isBufferLow = false
        isStarved = false
        subtitleCues = []
    }

    mutating func warn(_ warning: PlayerWarning) {
        if isPrepared { return untoldWarnings.append(warning) }
        // No step has more warnings.
        lastWarnings = lastWarnings.suffix(3) + [warning]
        warningCount += 1
    }
}
