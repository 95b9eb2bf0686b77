internal import GStreamer
internal import PlayheadCore
internal import PlayheadNetwork
internal import PlayheadSystem
internal import Synchronization

extension GStreamerPipeline {
    /// Reports the kinds of streams again, after the first report.
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
            // Starvation is checked anew when playback resumes.
            if buffer.endStarvation() { report(.starved(false)) }
            if !wasScheduled { for branch in branches { branch.sound?.pause() } }
            pipeline.setState(.paused)
            if wasScheduled, withdraw(from: scheduledFrom) { return }
            // After a seek, until the clock is set for it, a sink reports a position by the clock of earlier
            // playback (1.22.0).
            if wasRunning || !Workaround.stalePositionAfterSeek.isNeeded, let position = restingPosition {
                report(.position(position))
            }
            keepTime()
            if buffer.awaitsOutputs, pipeline.isSettled { outputsSettled() }
        }
    }

    /// Starts playback at a later time, at which the prerolled media is due and the item before ends. It is
    /// reported only when playback is commanded. Audio that cannot seek waits for that command, because
    /// samples that were handed over could not be restored.
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

    /// Whether an audio device plays the load.
    var isHeard: Bool { branches.contains { $0.sound != nil } }

    /// Starts to hand audio to the device, 300 ms before it is due and before this load begins. Returns the
    /// start time of the load's clock.
    private func beginHandingOver(for time: Duration) -> Duration {
        setDelay(AudioDevice.lead)
        for branch in branches {
            branch.sound?.present()
            branch.pictures?.begin()
        }
        return time + AudioDevice.startDelay - AudioDevice.lead
    }

    /// Takes back the audio that was handed over for a start that is cancelled. It is played from its
    /// beginning later. Returns false if there was none.
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

    /// Sets the time from the running time of media to its presentation, from the next start on.
    func setDelay(_ delay: Duration) {
        guard isHeard, self.delay != delay, let pipeline else { return }
        self.delay = delay
        for branch in branches { branch.sound?.delay = delay }
        pipeline.set("latency", uint64: UInt64(delay.inNanoseconds))
        pipeline.recalculateLatency()
    }

    /// Makes the pipeline manage its own time across pauses again.
    private func endSchedule() {
        if schedule != nil { pipeline?.resetSchedule() }
        schedule = nil
    }

    /// Shows the paused frame again, with another crop or other subtitles.
    func refreshPicture() {
        guard isOpened, !isRunning, isPresented.load(ordering: .relaxed) else { return }
        for branch in branches { branch.pictures?.device.refresh() }
    }
}
