extension PlayerMachine {
    /// Takes a step: pauses first, and waits for the seeks and steps that were asked for before.
    mutating func step(_ id: Int?, by frames: Int, at moment: Moment, effects: inout [Effect]) {
        if let refusal = refusalOfStep(by: frames) { return answer([id], refusal, effects: &effects) }
        pause(at: moment)
        steps.waiting.add(StepRequest(ids: [id], frames: frames))
    }

    /// The answer to a step that cannot be carried out as things stand; nil when it can, or when that is not known yet.
    private func refusalOfStep(by frames: Int) -> SeekResult? {
        guard item != nil else { return .stopped }
        if let error, !hasPipeline { return .failed(error) }
        if frames == 0 { return .unnecessary }
        if isPrerolled, !canStep(by: frames) {
            let message =
                hasVideo
                ? "This content cannot seek, as a step has to" : "There are no pictures to step through"
            return .failed(PlayerError(.notSeekable, message, uri: item?.uri))
        }
        return status == .ended && frames > 0 && !steps.isBusy && !seeks.isBusy ? .unnecessary : nil
    }

    /// Whether prerolled content lets itself be stepped through, wherever it stands.
    ///
    /// Forward steps leave the sound behind, and only a seek brings it to the frame that is shown.
    private func canStep(by frames: Int) -> Bool {
        hasVideo && !isLive && (isSeekable || (frames > 0 && !hasAudio))
    }

    /// Whether a step in this direction is possible, or not known to be impossible, at some position.
    func mayStep(by frames: Int) -> Bool {
        item != nil && error == nil && status != .closed && (!isPrerolled || canStep(by: frames))
    }

    /// The frame that was asked for is shown.
    mutating func stepped(to position: Duration, moved: Bool, at moment: Moment, effects: inout [Effect]) {
        guard steps.inFlight != nil else {
            // Given up and answered already, but this is the frame that is shown now.
            if moved, steps.isSoundBehind, !seeks.isBusy { jump(to: clamped(position), at: moment) }
            return
        }
        guard moved else { return finishStep(.unnecessary, effects: &effects) }
        let position = clamped(position)
        if seeks.isBusy {
            seeks.origin = position
        } else {
            jump(to: position, at: moment)
            steps.isSoundBehind = isSeekable
        }
        if status == .ended {
            endReason = nil
            status = .ready
        }
        finishStep(.completed(at: position), effects: &effects)
    }

    /// Ends the step in flight. One that broke off may have led anywhere.
    mutating func finishStep(_ result: SeekResult, effects: inout [Effect]) {
        guard let request = steps.inFlight else { return }
        steps.inFlight = nil
        switch result {
        case .failed, .timedOut: steps.isSoundBehind = isSeekable && !seeks.isBusy
        default: break
        }
        answer(request.ids, result, effects: &effects)
        sendWaitingSeek(effects: &effects)
    }

    /// What follows when the steps of the moment are done: the ones that wait, the speed that was asked for meanwhile, and, if
    /// playback is to go on, a seek that brings the sound to the frame that is shown.
    mutating func goOnAfterSteps(at moment: Moment, effects: inout [Effect]) {
        guard isPrerolled, !seeks.isBusy, steps.inFlight == nil else { return }
        if let request = steps.waiting.take() {
            if let refusal = refusalOfStep(by: request.frames) {
                return answer(request.ids, refusal, effects: &effects)
            }
            steps.inFlight = request
            steps.serial += 1
            effects.append(.send(.step(serial: steps.serial, by: request.frames), stamp))
        } else if steps.isSeekOwed || (steps.isSoundBehind && wantsToPlay) {
            move(SeekRequest(target: timeline.position(at: moment)), at: moment, effects: &effects)
        }
    }

    /// A later seek takes the place of the steps that wait.
    mutating func supersedeSteps(effects: inout [Effect]) {
        if let waiting = steps.waiting.take() { answer(waiting.ids, .superseded, effects: &effects) }
    }

    /// Answers every caller that waits for a step; the one in flight goes on.
    mutating func answerSteps(_ result: SeekResult, effects: inout [Effect]) {
        for request in [steps.inFlight, steps.waiting.take()].compactMap(\.self) {
            answer(request.ids, result, effects: &effects)
        }
        steps.inFlight?.ids = []
    }

    private func answer(_ ids: [Int?], _ result: SeekResult, effects: inout [Effect]) {
        effects += ids.compactMap(\.self).map { .answer(seek: $0, result) }
    }
}

/// The steps under way: one in flight, and those that wait added up into one.
package struct StepPhase: Sendable, Equatable {
    package var inFlight: StepRequest?
    package var waiting: StepRequest?
    /// Whether the sound has to be brought to the frame that is shown before playback goes on.
    package var isSoundBehind = false
    /// Whether a speed was asked for that the next seek has to bring.
    package var isSeekOwed = false
    /// Counts the steps that were sent, so that an answer and a deadline know their own.
    package var serial = 0

    package var isBusy: Bool { inFlight != nil || waiting != nil }

    /// A seek settles what is owed.
    mutating func forgetDebts() {
        isSoundBehind = false
        isSeekOwed = false
    }
}

/// One wish for another frame, of one or several callers; the player's own have no number.
package struct StepRequest: Sendable, Equatable {
    package var ids: [Int?]
    package var frames: Int

    /// More than an hour of frames.
    static let limit = 1_000_000

    fileprivate static func bounded(_ frames: Int) -> Int { min(max(frames, -limit), limit) }
}

extension StepRequest? {
    /// Adds a later wish to the ones before.
    fileprivate mutating func add(_ later: StepRequest) {
        let sum = (self?.frames ?? 0) + StepRequest.bounded(later.frames)
        let frames = StepRequest.bounded(sum)
        self = StepRequest(ids: (self?.ids ?? []) + later.ids, frames: frames)
    }
}
