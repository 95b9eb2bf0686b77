internal import GStreamer
internal import PlayheadCore

extension GStreamerPipeline {
    /// Shows another frame, as soon as a frame is shown and the outputs are at rest.
    func step(_ serial: Int, by frames: Int) {
        guard isOpened, seeking == nil else {
            let error = PlayerError(.notSeekable, "There is no frame to step from", uri: request.item.uri)
            return report(.stepFailed(serial: serial, error))
        }
        times.stop()
        phase = .stepping(StepProgress(serial: serial, frames: frames))
        goOn()
    }

    /// Continues a step when the outputs may be at rest. Messages of an earlier seek or pause are ignored.
    func goOn(at seqnum: Seqnum? = nil) {
        guard var step = stepping, !step.isLeaving, let pipeline, pipeline.isSettled, let shownFrame else {
            return
        }
        if step.seqnum?.isAnswered(by: seqnum) == false { return }
        if let target = step.target, retreats() { return lead(step.serial, to: target) }
        if speed < 0 {
            // With content that runs backwards, the next frame would be the one before.
            speed = speed.magnitude
            return lead(step.serial, to: shownFrame.start)
        }
        var path = step.path ?? FrameStepper(frames: step.frames, from: shownFrame)
        let known = ledger?.starts ?? []
        if step.path != nil { path.arrive(at: shownFrame, known: known) }
        let move = path.next(earlier: known.filter { $0 < path.frame.start })
        step.path = path
        phase = .stepping(step)
        switch move {
        case .forward(let count):
            pictures?.sink.step(frames: count)
            skipSound(beside: count, from: shownFrame)
        case .seek(let target): lead(step.serial, to: target)
        case .done: finish(step.serial, path)
        }
    }

    /// Drains the audio that belongs to frames. If it stayed, the demuxer could not continue to the next
    /// video frames.
    private func skipSound(beside frames: Int, from frame: FrameStepper.Frame) {
        guard let branch = branches.first(where: { $0.kind == .audio }), !branch.isAtEnd,
            let held = branch.held
        else { return }
        let length = frame.end.map { $0 - frame.start } ?? .milliseconds(40)
        let goal = frame.start + length * frames
        if goal > held.frame.end ?? held.frame.start {
            branch.sink.step(time: (goal - held.frame.start) / speed)
        }
    }

    private func lead(_ serial: Int, to target: Duration) {
        guard var step = stepping else { return }
        step.isLeaving = true
        phase = .stepping(step)
        whenPastBitmapsAreKnown(before: target) { pipeline in
            if pipeline.stepping?.serial == serial { pipeline.leadNow(serial, to: target) }
        }
    }

    private func leadNow(_ serial: Int, to target: Duration) {
        hurry(.accurate)
        guard var step = stepping else { return }
        step.isLeaving = false
        if let seqnum = jump(to: target, landing: .accurate, rate: speed) {
            (step.seqnum, step.target) = (seqnum, target)
            phase = .stepping(step)
            return
        }
        phase = .paused
        let error = PlayerError(.notSeekable, "This content cannot seek", uri: request.item.uri)
        report(.stepFailed(serial: serial, error))
    }

    private func finish(_ serial: Int, _ path: FrameStepper) {
        phase = .paused
        let position = path.frame.start
        if path.hasMoved { steppedTo = position }
        report(.stepDone(serial: serial, at: position, moved: path.hasMoved))
        keepTime()
    }
}

extension GStreamerPipeline {
    private var pictures: SinkBranch? { branches.first { $0.kind == .video } }

    private var ledger: DecodeOrderLog? { pictures?.ledger }

    /// The frame that the video output holds, with its real start.
    private var shownFrame: FrameStepper.Frame? {
        guard var shown = pictures?.held else { return nil }
        guard shown.mayBeCut else { return shown.frame }
        // After an exact seek the first frame appears to begin at the target.
        let (cut, end, length) = (shown.frame.start, shown.frame.end, shown.length)
        let start = ledger?.start(of: cut, endingAt: end, length: length, isFirst: shown.isFirst)
        let estimate = end.flatMap { end in length.map { min(end - $0, cut) } } ?? cut
        shown.frame.start = max(start ?? estimate, .zero)
        return shown.frame
    }
}
