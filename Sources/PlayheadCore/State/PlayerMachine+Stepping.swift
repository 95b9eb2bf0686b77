extension PlayerMachine {
    /// Accepts a step: pauses first, and waits for earlier seeks and steps.
    mutating func step(_ id: Int?, by frames: Int, at moment: Moment, effects: inout [Effect]) {
        if let refusal = refusalOfStep(by: frames) { return answer([id], refusal, effects: &effects) }
        pause(at: moment)
        steps.waiting.add(StepRequest(ids: [id], frames: frames))
    }

    /// The result of an impossible step; nil if it is possible, or if that is unknown.
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

    /// Whether prerolled content supports steps at any position.
    ///
    /// Forward steps do not move the audio; only a seek moves it to the shown frame.
    private func canStep(by frames: Int) -> Bool {
        hasVideo && !isLive && (isSeekable || (frames > 0 && !hasAudio))
    }

    /// Whether a step in this direction is possible, or not known to be impossible, at some position.
    func mayStep(by frames: Int) -> Bool {
        item != nil && error == nil && status != .closed && (!isPrerolled || canStep(by: frames))
    }

    /// The requested frame is shown.
    mutating func stepped(to position: Duration, moved: Bool, at moment: Moment, effects: inout [Effect]) {
        guard steps.inFlight != nil else {
            // The step has timed out and was answered, but its frame is shown.
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

    /// Ends the step in flight. The position after an interrupted step is unknown.
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

    /// Continues after the last step: sends waiting steps, the requested speed, and, for playback, a seek
    /// that moves the audio to the shown frame.
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

    /// A later seek supersedes the waiting steps.
    mutating func supersedeSteps(effects: inout [Effect]) {
        if let waiting = steps.waiting.take() { answer(waiting.ids, .superseded, effects: &effects) }
    }

    /// Answers every caller that waits for a step; the one in flight continues.
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

/// The steps in progress: one in flight, and the sum of the waiting ones.
package struct StepPhase: Sendable, Equatable {
    package var inFlight: StepRequest?
    package var waiting: StepRequest?
    /// Whether the audio must move to the shown frame before playback resumes.
    package var isSoundBehind = false
    /// Whether a requested speed needs a seek.
    package var isSeekOwed = false
    /// The number of sent steps; it identifies results and deadlines.
    package var serial = 0

    package var isBusy: Bool { inFlight != nil || waiting != nil }

    /// A seek completes the outstanding changes.
    mutating func forgetDebts() {
        isSoundBehind = false
        isSeekOwed = false
    }
}

/// A requested step, of one or several callers; the player's own steps have no id.
package struct StepRequest: Sendable, Equatable {
    package var ids: [Int?]
    package var frames: Int

    /// The maximum number of frames, more than an hour.
    static let limit = 1_000_000

    fileprivate static func bounded(_ frames: Int) -> Int { min(max(frames, -limit), limit) }
}

extension StepRequest? {
    /// Adds a later step to the earlier ones.
    fileprivate mutating func add(_ later: StepRequest) {
        let sum = (self?.frames ?? 0) + StepRequest.bounded(later.frames)
        let frames = StepRequest.bounded(sum)
        self = StepRequest(ids: (self?.ids ?? []) + later.ids, frames: frames)
    }
}
