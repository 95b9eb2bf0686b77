internal import GStreamer
internal import PlayheadCore
internal import PlayheadNetwork
internal import PlayheadStreaming
internal import Synchronization

extension GStreamerPipeline {
    /// Takes part in a virtual clock, if there is one.
    func joinClock(_ pipeline: Element) {
        guard let virtual = configuration.clock.virtualClock else { return }
        if let clock = virtual.clock as? TestClock { pipeline.use(clock) }
        publishDuty()
        virtual.join(self) { [weak self] in self?.currentDuty ?? ParticipantState() }
    }

    /// Has everything be played in less time: what waits for the clock waits for media times. From any thread.
    func setPace(_ pace: Double) {
        if let virtual = configuration.clock.virtualClock {
            virtual.setPace(pace)
        } else {
            devices.setPace(pace)
        }
    }

    /// Says how it stands now, for a virtual clock; on `queue`, after everything that is done there.
    func publishDuty() {
        guard configuration.clock.virtualClock != nil else { return }
        standing.withLock {
            $0 = ClockStanding(
                reason: standstill, isRunning: isRunning || (schedule != nil), isFilling: isFilling,
                awaitsFetches: awaitsFetches, isPlugged: decoder != nil,
                isPiped: request.item.uri.hasPrefix("fd:"),
                source: source, stream: stream)
        }
    }

    /// Whether what is fetched of a stream that goes on is waited for: how much of it is held says how fast it may be played.
    private var awaitsFetches: Bool { isOngoing && (!isPlayingWanted || configuration.pace != nil) }

    /// Why a virtual clock must stand still.
    private var standstill: String? {
        if pipeline == nil || hasFailed { return nil }
        if !isOpened { return "\(request.item.uri) is being opened" }
        if seeking != nil { return "a seek is under way" }
        if stepping != nil { return "a step is under way" }
        if isFilling { return "a buffer is being filled" }
        return isPlayingWanted && !isRunning && !(schedule != nil) ? "playback is being started" : nil
    }

    /// Whether media are to come that the clock stands still for. While a stream that goes on is
    /// paused, no more is waited for than is enough for playback: more may come only as time passes.
    private var isFilling: Bool {
        if isPlayingWanted { return buffer.untold != nil }
        return buffer.isLow || window?.isComplete == false && buffer.untold != nil
    }

    /// What is asked of a virtual clock at this moment; from any thread.
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
        // While nothing runs, an output is at rest that holds what it would present.
        let areSettled = standing.isRunning || pending.allSatisfy(\.sink.isSettled)
        let isAwaiting = starved > 0 || standing.isFilling || isFetching || lacksText
        if areSettled, isRestful(standing, isAwaiting) { duty.supply = .servers }
        return duty
    }

    /// Whether an output has presented all that there is, and waits for what a server sends.
    private func isStarved(_ branch: SinkBranch, _ standing: ClockStanding) -> Bool {
        if branch.isAtEnd { return false }
        if let stream = standing.stream { return stream.isAwaited(by: branch.kind) }
        guard standing.source?.isAwaiting == true else { return false }
        // What passes no queue is presented by the thread that reads.
        return branch.queueExit.map { arrivals.outlook(at: $0) == .drained } ?? true
    }

    /// Whether nobody is at work between a network and the outputs.
    private func isRestful(_ standing: ClockStanding, _ isAwaiting: Bool) -> Bool {
        if standing.stream != nil { return branches.isEmpty || isAwaiting }
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

/// How a pipeline stands, as far as a virtual clock is concerned.
struct ClockStanding: Sendable {
    /// Why the clock must stand still; nil when it need not.
    var reason: String?
    /// Whether its outputs wait for the clock.
    var isRunning = false
    var isFilling = false
    var awaitsFetches = false
    /// Whether something reads what comes from a network.
    var isPlugged = false
    /// Whether the item comes from another process.
    var isPiped = false
    var source: ProgressiveSource?
    var stream: StreamingSource?

    var fetches: InFlightRequests? { stream?.fetches ?? source?.fetches }
}

extension SinkBranch {
    /// Where what it presents comes out of the queues of a decoder; nil where it passes none.
    var queueExit: Pad? { pitch.withLock { $0.joint?.feed }?.source(at: "multiqueue") }
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
