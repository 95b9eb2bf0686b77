extension PlayerMachine {
    /// Accepts a seek: sent immediately if none is in flight, otherwise kept as the waiting one.
    mutating func seek(_ request: SeekRequest, at moment: Moment, effects: inout [Effect]) {
        guard item != nil else { return answer(request, .stopped, effects: &effects) }
        if let error, !hasPipeline { return answer(request, .failed(error), effects: &effects) }
        if isPrerolled, !isSeekable {
            let error = PlayerError(.notSeekable, "This content cannot seek", uri: item?.uri)
            return answer(request, .failed(error), effects: &effects)
        }
        var request = request
        if request.id == nil { request.isUnanswered = true }
        request.target = clampedTarget(request.target)
        if isPrerolled, !seeks.isBusy, !steps.isBusy, seeks.overdue == nil, !wantsToPlay, status != .ended,
            request.target == timeline.position(at: moment)
        {
            return answer(request, .unnecessary, effects: &effects)
        }
        supersedeSteps(effects: &effects)
        leaveLiveEdge()
        noticeScrubbing(by: request, at: moment, effects: &effects)
        move(request, at: moment, effects: &effects)
    }

    /// Accepts a seek that is possible and necessary.
    mutating func move(_ request: SeekRequest, at moment: Moment, effects: inout [Effect]) {
        awaitsChapter = false
        if !seeks.isBusy, !seeks.isScrubbing, seeks.overdue == nil {
            seeks.origin = timeline.position(at: moment)
        }
        if let waiting = seeks.waiting, waiting.id != request.id {
            answer(waiting, .superseded, effects: &effects)
        }
        steps.forgetDebts()
        if case .shown = seeks.preview { overtakeSeek(effects: &effects) }
        if !isOpened, hasPipeline, seeks.waiting == nil { effects.append(.send(.hideFirstFrame, stamp)) }
        seeks.waiting = request
        isStarved = false
        timeline.setAdvancing(false, at: moment)
        isRunning = false
        jump(to: request.target, at: moment)
        subtitleCues = []
        bufferedPosition = nil
        buffer.isAfterSeek = isPrerolled
        buffer.level = nil
        if status == .ended || status == .draining {
            endReason = nil
            status = status == .ended && !wantsToPlay ? .ready : .started
        }
        sendWaitingSeek(effects: &effects)
    }

    /// Sends the waiting seek if none is in flight and the pipeline accepts it.
    mutating func sendWaitingSeek(effects: inout [Effect]) {
        guard hasPipeline, isOpened, seeks.inFlight == nil, steps.inFlight == nil, var request = seeks.waiting
        else { return }
        request.speed = speedOfNextSeek
        seeks.waiting = nil
        send(request, asPreview: hasPreview(request), effects: &effects)
    }

    /// Sends a seek under a new number. A preview goes to the keyframe only.
    mutating func send(_ request: SeekRequest, asPreview: Bool = false, effects: inout [Effect]) {
        seeks.serial += 1
        seeks.lastTarget = request.target
        seeks.inFlight = request
        seeks.inFlight?.serial = seeks.serial
        seeks.overdue = nil
        seeks.preview = asPreview ? .inFlight : nil
        var sent = request
        sent.serial = seeks.serial
        if asPreview { sent.tolerance = .before }
        effects.append(.send(.seek(sent), stamp))
    }

    /// The pipeline has completed the last seek.
    mutating func seekLanded(at position: Duration, _ moment: Moment, effects: inout [Effect]) {
        if let overdue = seeks.overdue {
            // The seek has timed out and was answered, but its position applies.
            seeks.overdue = nil
            take(speed: overdue.speed, at: moment)
            seeks.origin = position
            if !seeks.isBusy { jump(to: position, at: moment) }
        } else if let request = seeks.inFlight {
            becomeReady()
            if seeks.preview == .inFlight, position != request.target {
                seeks.origin = position
                return previewLanded(at: moment, effects: &effects)
            }
            finishSeek(.completed(at: position), at: moment, effects: &effects)
        }
    }

    /// The pipeline has refused the last seek.
    mutating func seekFailed(_ error: PlayerError, at moment: Moment, effects: inout [Effect]) {
        if seeks.overdue != nil {
            seeks.overdue = nil
            if !seeks.isBusy { jump(to: seeks.origin, at: moment) }
            return
        }
        guard var request = seeks.inFlight else { return }
        if request.speed != 1 {
            // Perhaps only the speed is refused.
            refuseSpeed()
            request.speed = 1
            return send(request, effects: &effects)
        }
        if !isPrerolled {
            warn(PlayerWarning("\(error.message); playback begins at its beginning", hint: error.hint))
            becomeReady()
        }
        finishSeek(.failed(error), at: moment, effects: &effects)
    }

    /// Ends the seek in flight and sends the waiting one.
    mutating func finishSeek(_ result: SeekResult, at moment: Moment, effects: inout [Effect]) {
        guard let request = seeks.inFlight else { return }
        seeks.inFlight = nil
        seeks.preview = nil
        answer(request, result, effects: &effects)
        if case .completed(let position) = result {
            seeks.origin = position
            take(speed: request.speed, at: moment)
        }
        let isCompleted = if case .completed = result { true } else { false }
        if seeks.waiting != nil { return sendWaitingSeek(effects: &effects) }
        seeks.isScrubbing = false
        switch result {
        case .timedOut: seeks.overdue = request
        default: jump(to: seeks.origin, at: moment)
        }
        if isCompleted { keepOffset(of: request, at: moment) }
    }

    /// Answers every caller that waits for a seek; the player's own seeks continue.
    mutating func answerSeeks(_ result: SeekResult, effects: inout [Effect]) {
        seeks.isScrubbing = false
        for request in seeks.all { answer(request, result, effects: &effects) }
        seeks.inFlight?.id = nil
        seeks.waiting?.id = nil
    }

    func answer(_ request: SeekRequest, _ result: SeekResult, effects: inout [Effect]) {
        if let id = request.id { effects.append(.answer(seek: id, result)) }
    }
}
