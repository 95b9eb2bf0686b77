internal import GStreamer
internal import Synchronization

extension GStreamerPipeline {
    /// Takes part in a virtual clock, if there is one.
    func joinClock(_ pipeline: Element) {
        guard let virtual = configuration.clock.virtualClock else { return }
        pipeline.use(virtual.clock)
        publishDuty()
        virtual.join(self) { [weak self] in self?.currentDuty ?? ClockDuty() }
    }

    /// Has everything be played in less time: what waits for the clock waits for media times. From any thread.
    func setPace(_ pace: Double) {
        if let virtual = configuration.clock.virtualClock {
            virtual.setPace(pace)
        } else {
            devices.setPace(pace)
        }
    }

    /// Says what is asked of a virtual clock now; on `queue`, after everything that is done there.
    func publishDuty() {
        guard configuration.clock.virtualClock != nil else { return }
        duty.withLock {
            $0 = ClockDuty(
                reason: standstill, fetches: awaitsFetches ? stream?.fetches ?? source?.fetches : nil,
                lacksTexts: textWatch,
                outputs: isRunning || isScheduled ? 1 : 0)
        }
    }

    /// Tells whether texts are on their way, from any thread; nil where there are none.
    private var textWatch: (@Sendable () -> Bool)? {
        guard let stream else { return nil }
        return { [weak stream] in stream?.read { $0.lacksTexts } ?? false }
    }

    /// Whether what is fetched of a stream that goes on is waited for: how much of it is held says how fast it may be played.
    private var awaitsFetches: Bool { isOngoing && (!isPlayingWanted || configuration.pace != nil) }

    /// Why a virtual clock must stand still.
    private var standstill: String? {
        if pipeline == nil || isFinished { return nil }
        if !isOpened { return "\(request.item.uri) is being opened" }
        if seekInFlight != nil { return "a seek is under way" }
        if walk != nil { return "a step is under way" }
        if isFilling { return "a buffer is being filled" }
        return isPlayingWanted && !isRunning && !isScheduled ? "playback is being started" : nil
    }

    /// Whether media are to come that the clock stands still for. While a stream that goes on is
    /// paused, no more is waited for than is enough for playback: more may come only as time passes.
    private var isFilling: Bool {
        if isPlayingWanted { return levels.untold != nil }
        return levels.isLow || window?.isComplete == false && levels.untold != nil
    }

    /// What is asked for, with the outputs that wait for the clock at this moment; from any thread.
    private var currentDuty: ClockDuty {
        var duty = duty.withLock { $0 }
        if duty.reason == nil, duty.fetches?.areUnderWay == true { duty.reason = "a part is being fetched" }
        guard duty.outputs > 0 else { return duty }
        if duty.reason == nil, duty.lacksTexts?() == true {
            duty.reason = "a subtitle is on its way"
        }
        if duty.reason == nil, arrivals.holdsText { duty.reason = "a subtitle is on its way" }
        duty.outputs = branches.count { !$0.isDone }
        return duty
    }

    /// Calls when the clock comes to a moment of running time.
    func wake(atRunningTime time: Duration, _ action: @escaping @Sendable () -> Void) -> PlayerTimer? {
        guard let pipeline else { return nil }
        if let virtual = configuration.clock.virtualClock {
            return virtual.schedule(atPaced: pipeline.clockTime(ofRunningTime: time), action)
        }
        let delay = branches.contains { $0.sound != nil } ? delay : .zero
        let wait = pipeline.wake(atRunningTime: time + delay, action)
        return wait.map { wait in PlayerTimer { wait.cancel() } }
    }
}

extension Element {
    /// Has this queue take all that comes: an output that waits for a clock which waits for another output would otherwise keep a demuxer from
    /// feeding that one.
    func takeAnyAmount() {
        set("use-interleave", false)
        set("max-size-time", uint64: 0)
        set("max-size-buffers", uint: 0)
        set("max-size-bytes", uint: 256 << 20)
    }
}
