internal import GStreamer
internal import PlayheadCore
internal import PlayheadNetwork
internal import PlayheadStreaming
internal import Synchronization

extension GStreamerPipeline {
    /// Joins the virtual clock, if there is one.
    func joinClock(_ pipeline: Element) {
        guard let virtual = configuration.clock.virtualClock else { return }
        if let clock = virtual.clock as? TestClock { pipeline.use(clock) }
        publishDuty()
        virtual.join(self) { [weak self] in self?.currentDuty ?? ParticipantState() }
    }

    /// Sets the pace of playback. Timers on the clock wait for media times, so they fire sooner at a higher
    /// pace. May be called from any thread.
    func setPace(_ pace: Double) {
        if let virtual = configuration.clock.virtualClock {
            virtual.setPace(pace)
        } else {
            devices.setPace(pace)
        }
    }

    /// Publishes the current state for a virtual clock. Called on `queue`, after all other work there.
    func publishDuty() {
        guard configuration.clock.virtualClock != nil else { return }
        standing.withLock {
            $0 = ClockStanding(
                reason: standstill, isRunning: isRunning || (schedule != nil), isFilling: isFilling,
                awaitsFetches: awaitsFetches, isPlugged: decoder != nil,
                isPiped: request.item.uri.hasPrefix("fd:"),
                source: source, stream: stream, feeds: feeds.map(\.output))
        }
    }

    /// Whether the clock waits for fetches of a live stream: the buffered duration decides how fast it may be
    /// played.
    private var awaitsFetches: Bool { isOngoing && (!isPlayingWanted || configuration.pace != nil) }

    /// The reason why a virtual clock must stand still. Nil if it need not.
    private var standstill: String? {
        if pipeline == nil || hasFailed { return nil }
        if !isOpened { return "\(request.item.uri) is being opened" }
        if seeking != nil { return "a seek is under way" }
        if stepping != nil { return "a step is under way" }
        if isFilling { return "a buffer is being filled" }
        return isPlayingWanted && !isRunning && !(schedule != nil) ? "playback is being started" : nil
    }

    /// Whether the clock stands still for media that will arrive. A paused live stream waits only for the
    /// level that playback needs, because more may arrive only as time passes.
    private var isFilling: Bool {
        if isPlayingWanted { return buffer.untold != nil }
        return buffer.isLow || window?.isComplete == false && buffer.untold != nil
    }

    /// The current demands on a virtual clock. May be called from any thread.
    private var currentDuty: ParticipantState {
        let standing = standing.withLock { $0 }
        let isFetching = standing.awaitsFetches && standing.fetches?.areUnderWay == true
        let lacksText = standing.isRunning && standing.stream?.read { $0.lacksTexts } == true
        let holdsText = standing.isRunning && arrivals.holdsText
        var starved = 0
        var pending: [SinkBranch] = []
        for branch in branches where !branch.isDone {
            if isStarved(branch, standing) { starved += 1 } else { pending.append(branch) }
        }
        var duty = ParticipantState(reason: standing.reason)
        duty.outputs = standing.isRunning ? pending.count : 0
        if isFetching { duty.reason = duty.reason ?? "a segment is being fetched" }
        if lacksText || holdsText { duty.reason = duty.reason ?? "a subtitle is on its way" }
        if starved > 0, standing.isRunning {
            duty.reason = duty.reason ?? "\(starved) outputs have nothing to present"
        }
        if duty.reason == nil || holdsText { return duty }
        if standing.isPiped { duty.supply = .others }
        // While the clock does not run, an output is at rest if it holds its next frame or sample.
        let areSettled = standing.isRunning || pending.allSatisfy(\.sink.isSettled)
        let isAwaiting = starved > 0 || standing.isFilling || isFetching || lacksText
        if areSettled, isRestful(standing, isAwaiting) { duty.supply = .servers }
        return duty
    }

    /// Whether an output has presented all that has arrived, and waits for a server.
    private func isStarved(_ branch: SinkBranch, _ standing: ClockStanding) -> Bool {
        if branch.isAtEnd { return false }
        if let stream = standing.stream { return stream.isAwaited(by: branch.kind) }
        guard standing.source?.isAwaiting == true else { return false }
        // Media that passes no queue is presented on the thread that reads.
        return branch.queueExit.map { arrivals.outlook(at: $0) == .drained } ?? true
    }

    /// Whether no thread is busy between the network and the outputs.
    private func isRestful(_ standing: ClockStanding, _ isAwaiting: Bool) -> Bool {
        if let stream = standing.stream {
            // A feed may hand samples to a decoder whose output is not linked yet.
            let linked = branches.map(\.kind)
            return standing.feeds.allSatisfy { linked.contains($0) || stream.isAwaited(by: $0) }
                && (branches.isEmpty || isAwaiting)
        }
        guard let source = standing.source else { return false }
        guard standing.isPlugged else { return true }
        guard source.isAwaiting else {
            return !branches.isEmpty && (standing.isFilling || standing.awaitsFetches)
        }
        guard let areOthersStarved = arrivals.areStarved(besides: branches.compactMap(\.queueExit)) else {
            return false
        }
        return branches.isEmpty ? areOthersStarved : isAwaiting
    }

    /// Calls an action when the clock reaches a running time.
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

/// The state of a pipeline that a virtual clock needs.
struct ClockStanding: Sendable {
    /// The reason why the clock must stand still. Nil if it need not.
    var reason: String?
    /// Whether its outputs wait for the clock.
    var isRunning = false
    var isFilling = false
    var awaitsFetches = false
    /// Whether the pipeline reads the data that comes from a network.
    var isPlugged = false
    /// Whether the item comes from another process through a pipe.
    var isPiped = false
    var source: ProgressiveSource?
    var stream: StreamingSource?
    /// The outputs that have samples of the stream handed to them.
    var feeds: [PresentationMeter.Output] = []

    var fetches: InFlightRequests? { stream?.fetches ?? source?.fetches }
}

extension SinkBranch {
    /// The pad at which its stream leaves the queues of a decoder. Nil if it passes no queue.
    var queueExit: Pad? { pitch.withLock { $0.joint?.feed }?.source(at: "multiqueue") }
}

extension Element {
    /// Removes the limits of this queue. Otherwise an output that waits for the clock could block the
    /// demuxer. The clock would then wait for another output that the demuxer has to feed.
    func takeAnyAmount() {
        set("use-interleave", false)
        set("max-size-time", uint64: 0)
        set("max-size-buffers", uint: 0)
        set("max-size-bytes", uint: 256 << 20)
    }
}
