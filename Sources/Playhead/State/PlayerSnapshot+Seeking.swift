extension PlayerSnapshot {
    /// Takes a seek: sent at once when none is in flight, otherwise kept as the one that waits.
    mutating func seek(_ request: SeekRequest, at moment: Moment, effects: inout [Effect]) {
        guard item != nil else { return answer(request, .stopped, effects: &effects) }
        if let error, !hasPipeline { return answer(request, .failed(error), effects: &effects) }
        if isPrerolled, !isSeekable {
            let error = PlayerError(.notSeekable, "This content cannot seek", uri: item?.uri)
            return answer(request, .failed(error), effects: &effects)
        }
        var request = request
        request.target = clamped(request.target)
        if isPrerolled, !seeks.isBusy, seeks.overdue == nil, !wantsToPlay, status != .finished,
            request.target == timeline.position(at: moment)
        {
            return answer(request, .unnecessary, effects: &effects)
        }
        move(request, at: moment, effects: &effects)
    }

    /// Takes a seek that is possible and needed.
    mutating func move(_ request: SeekRequest, at moment: Moment, effects: inout [Effect]) {
        if !seeks.isBusy { seeks.origin = timeline.position(at: moment) }
        if let waiting = seeks.waiting, waiting.id != request.id {
            answer(waiting, .superseded, effects: &effects)
        }
        if !isOpened, hasPipeline, seeks.waiting == nil { effects.append(.send(.hideFirstFrame, stamp)) }
        seeks.waiting = request
        isStarved = false
        timeline.setAdvancing(false, at: moment)
        isRunning = false
        jump(to: request.target, at: moment)
        subtitle = nil
        bufferedPosition = nil
        if status == .finished || status == .finishing {
            endReason = nil
            status = status == .finished && !wantsToPlay ? .ready : .active
        }
        sendWaitingSeek(effects: &effects)
    }

    /// The waiting seek becomes the one in flight, when nothing is and the pipeline can take it.
    mutating func sendWaitingSeek(effects: inout [Effect]) {
        guard hasPipeline, isOpened, seeks.inFlight == nil, var request = seeks.waiting else { return }
        request.speed = speedOfNextSeek
        seeks.waiting = nil
        send(request, effects: &effects)
    }

    /// Puts a seek in flight, under a number of its own.
    private mutating func send(_ request: SeekRequest, effects: inout [Effect]) {
        var request = request
        seeks.serial += 1
        request.serial = seeks.serial
        seeks.inFlight = request
        seeks.overdue = nil
        effects.append(.send(.seek(request), stamp))
    }

    /// The pipeline has carried out the seek that it was sent last.
    mutating func seekLanded(at position: Duration, _ moment: Moment, effects: inout [Effect]) {
        if let overdue = seeks.overdue {
            // Given up and answered already, but this is where playback stands now.
            seeks.overdue = nil
            take(speed: overdue.speed, at: moment)
            jump(to: position, at: moment)
        } else if seeks.inFlight != nil {
            becomeReady()
            finishSeek(.completed(at: position), at: moment, effects: &effects)
        }
    }

    /// The pipeline refuses the seek that it was sent last.
    mutating func seekFailed(_ error: PlayerError, at moment: Moment, effects: inout [Effect]) {
        if seeks.overdue != nil {
            seeks.overdue = nil
            return jump(to: seeks.origin, at: moment)
        }
        guard var request = seeks.inFlight else { return }
        if request.speed != 1 {
            // Perhaps it is only the speed that is refused.
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

    /// Ends the seek in flight and sends the one that waits.
    mutating func finishSeek(_ result: SeekResult, at moment: Moment, effects: inout [Effect]) {
        guard let request = seeks.inFlight else { return }
        seeks.inFlight = nil
        answer(request, result, effects: &effects)
        if case .completed(let position) = result {
            seeks.origin = position
            take(speed: request.speed, at: moment)
        }
        if seeks.waiting != nil {
            sendWaitingSeek(effects: &effects)
        } else if result == .timedOut {
            seeks.overdue = request
        } else {
            jump(to: seeks.origin, at: moment)
        }
    }

    /// Answers every caller that waits for a seek; the player's own seeks go on.
    mutating func answerSeeks(_ result: SeekResult, effects: inout [Effect]) {
        for request in seeks.all { answer(request, result, effects: &effects) }
        seeks.inFlight?.id = nil
        seeks.waiting?.id = nil
    }

    private func answer(_ request: SeekRequest, _ result: SeekResult, effects: inout [Effect]) {
        if let id = request.id { effects.append(.answer(seek: id, result)) }
    }
}
