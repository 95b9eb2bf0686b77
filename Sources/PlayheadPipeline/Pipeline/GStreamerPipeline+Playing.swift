internal import GStreamer
internal import PlayheadCore
internal import PlayheadNetwork
internal import PlayheadSystem
internal import Synchronization

extension GStreamerPipeline {
    /// Reports which kinds of streams there are, once that has been reported before.
    func reportStreams() {
        guard isOpened else { return }
        let kinds = branches.map(\.kind)
        report(.streams(hasVideo: kinds.contains(.video), hasAudio: kinds.contains(.audio)))
    }

    func setPlaying(_ playing: Bool) {
        guard let pipeline else { return }
        isPlayingWanted = playing
        endStep()
        if playing {
            for branch in branches { branch.sound?.resume() }
            if pipeline.setState(.playing) == .failed {
                fail(PlayerError(.outputUnavailable, "The outputs do not start", uri: request.item.uri))
            } else if schedule != nil {
                endSchedule()
                if pipeline.isPlaying { started() }
            }
        } else {
            let scheduledFrom = schedule?.from
            let (wasScheduled, wasRunning) = (schedule != nil, isRunning)
            endSchedule()
            endRunning()
            // Whether more comes is asked anew when it is played again.
            if buffer.endStarvation() { report(.starved(false)) }
            if !wasScheduled { for branch in branches { branch.sound?.pause() } }
            pipeline.setState(.paused)
            if wasScheduled, withdraw(from: scheduledFrom) { return }
            // Before the clock has been set for what a seek has brought, a sink tells its position by that of what was played before (1.22.0).
            if wasRunning || !Workaround.stalePositionAfterSeek.isNeeded, let position = restingPosition {
                report(.position(position))
            }
            keepTime()
            if buffer.awaitsOutputs, pipeline.isSettled { outputsSettled() }
        }
    }

    /// Sets playback going for a time to come, at which what is prerolled is due: what was played before ends then. It is not reported before
    /// playing is asked for. What is heard and cannot seek waits for that: what was handed over could not be taken back.
    func start(at time: Duration) {
        guard let pipeline, isOpened, seeking == nil, !isPlayingWanted,
            canJump || !isHeard
        else {
            return
        }
        schedule = Schedule(from: restingPosition)
        pipeline.schedule(at: isHeard ? beginHandingOver(for: time) : time)
        pipeline.setState(.playing)
    }

    /// Whether a sound device plays it.
    var isHeard: Bool { branches.contains { $0.sound != nil } }

    /// Sound goes to the device before it is due, and so before the time at which this load begins. Answers when the clock of the load is to
    /// begin for that.
    private func beginHandingOver(for time: Duration) -> Duration {
        setDelay(AudioDevice.lead)
        for branch in branches {
            branch.sound?.present()
            branch.pictures?.begin()
        }
        return time + AudioDevice.startDelay - AudioDevice.lead
    }

    /// What was handed over for a turn that does not come is taken back, and begins anew when it does; false where nothing was.
    private func withdraw(from position: Duration?) -> Bool {
        guard isHeard, !isPresented.load(ordering: .relaxed), let position = position else {
            return false
        }
        for branch in branches {
            branch.sound?.withdraw()
            branch.pictures?.withdraw()
        }
        if seeking == nil { _ = jump(to: position, landing: .accurate, rate: speed) }
        if isPlayingWanted { setPlaying(true) }
        return true
    }

    /// How much later than its running time says everything is presented, from the next start on.
    func setDelay(_ delay: Duration) {
        guard isHeard, self.delay != delay, let pipeline else { return }
        self.delay = delay
        for branch in branches { branch.sound?.delay = delay }
        pipeline.set("latency", uint64: UInt64(delay.inNanoseconds))
        pipeline.recalculateLatency()
    }

    /// Leaves it to the pipeline again to keep its time over pauses.
    private func endSchedule() {
        if schedule != nil { pipeline?.resetSchedule() }
        schedule = nil
    }

    /// Shows the frame of a paused picture again, because it is cut in another way or other text is written into it.
    func refreshPicture() {
        guard isOpened, !isRunning, isPresented.load(ordering: .relaxed) else { return }
        for branch in branches { branch.pictures?.device.refresh() }
    }
}
