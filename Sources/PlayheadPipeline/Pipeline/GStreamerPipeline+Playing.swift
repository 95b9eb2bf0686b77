internal import GStreamer
internal import PlayheadCore
internal import PlayheadNetwork
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
        walk = nil
        if playing {
            for branch in branches { branch.sound?.resume() }
            if pipeline.setState(.playing) == .failed {
                fail(PlayerError(.outputUnavailable, "The outputs do not start", uri: request.item.uri))
            } else if isScheduled {
                endSchedule()
                if pipeline.isPlaying { started() }
            }
        } else {
            let (wasScheduled, wasRunning) = (isScheduled, isRunning)
            endSchedule()
            isRunning = false
            // Whether more comes is asked anew when it is played again.
            if isStarved { report(.starved(false)) }
            isStarved = false
            if !wasScheduled { for branch in branches { branch.sound?.pause() } }
            pipeline.setState(.paused)
            if wasScheduled, withdraw() { return }
            // Before the clock has been set for what a seek has brought, a sink tells its position by that of what was played before (1.22.0).
            if wasRunning, let position = restingPosition { report(.position(position)) }
            keepTime()
            if levels.awaitsOutputs, pipeline.isSettled { outputsSettled() }
        }
    }

    /// Sets playback going for a time to come, at which what is prerolled is due: what was played before ends then. It is not reported before
    /// playing is asked for. What is heard and cannot seek waits for that: what was handed over could not be taken back.
    func start(at time: Duration) {
        guard let pipeline, isOpened, seekInFlight == nil, !isPlayingWanted,
            canJump || !isHeard
        else {
            return
        }
        isScheduled = true
        scheduledFrom = restingPosition
        pipeline.schedule(at: isHeard ? beginHandingOver(for: time) : time)
        pipeline.setState(.playing)
    }

    /// Whether a sound device plays it.
    private var isHeard: Bool { branches.contains { $0.sound != nil } }

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
    private func withdraw() -> Bool {
        guard isHeard, !isPresented.load(ordering: .relaxed), let position = scheduledFrom else {
            return false
        }
        for branch in branches {
            branch.sound?.withdraw()
            branch.pictures?.withdraw()
        }
        if seekInFlight == nil { _ = jump(to: position, landing: .accurate, rate: speed) }
        if isPlayingWanted { setPlaying(true) }
        return true
    }

    /// How much later than its running time says everything is presented, from the next start on.
    private func setDelay(_ delay: Duration) {
        guard isHeard, self.delay != delay, let pipeline else { return }
        self.delay = delay
        for branch in branches { branch.sound?.delay = delay }
        pipeline.set("latency", uint64: UInt64(delay.inNanoseconds))
        pipeline.recalculateLatency()
    }

    /// Leaves it to the pipeline again to keep its time over pauses.
    private func endSchedule() {
        if isScheduled { pipeline?.resetSchedule() }
        isScheduled = false
    }

    /// Says when everything that has come will have been presented.
    func reportEnd() {
        guard isRunning, let pipeline, let end = presentedEnd ?? foreseenEnd else { return }
        let late = isHeard ? delay - AudioDevice.startDelay : .zero
        report(.ends(at: pipeline.clockTime(ofRunningTime: end + late)))
    }

    /// The running time at which all outputs will have presented what has come to its end; nil before it has.
    private var presentedEnd: Duration? {
        guard branches.allSatisfy(\.isAtEnd) else { return nil }
        return branches.compactMap { $0.endRunningTime(until: request.item.endPosition) }.max()
    }

    /// The same by the length of a file, where its sound has come to its end and its pictures not yet: their end would come too late for the
    /// sound of what follows, which a device is given ahead.
    private var foreseenEnd: Duration? {
        guard isHeard, sourceKind == .progressive, !isStreamed, request.item.endPosition == nil,
            let duration = mediaDuration, let sound = branches.first(where: { $0.kind == .audio }),
            sound.isAtEnd, let pictures = branches.first(where: { $0.kind == .video }),
            let soundEnd = sound.endRunningTime(until: nil), let end = pictures.runningTime(of: duration)
        else { return nil }
        return max(soundEnd, end)
    }

    /// The clock runs.
    func started() {
        guard isPlayingWanted, seekInFlight == nil, !isRunning else { return }
        if let wait = timeToStart { return later(after: wait) { $0.started() } }
        isRunning = true
        steppedTo = nil
        let position = position ?? .zero
        lastTick = tick(at: position)
        watchedUntil = position
        report(.running(at: position))
        reportEnd()
        keepTime()
        noticeEnd()
    }

    /// How long a change of state is waited for that hangs.
    private static let timeToSettle: Duration = .seconds(1)

    /// How long it takes until the first of what is heard is; nil when it is, or nothing is.
    private var timeToStart: Duration? {
        guard let pipeline, isHeard else { return nil }
        let wait = pipeline.clockTime(ofRunningTime: delay) - devices.clock.clock.now
        return wait > .zero ? min(wait, delay) : nil
    }

    func seek(_ seek: SeekRequest) {
        begin(seek)
        send(seek, landing: seek.tolerance.firstLanding)
    }

    /// A seek takes the place of what was under way.
    func begin(_ seek: SeekRequest) {
        seekInFlight = seek
        walk = nil
        steppedTo = nil
        landings = []
        hasRevealed = false
        reportedBuffer = nil
        lostIntervals = []
        levels.beginAnew()
        texts.shownUntil = nil
        isStarved = false
        isRunning = false
        wait?.cancel()
        texts.areReadFromStart = seek.target <= .zero && seek.speed > 0 && request.item.endPosition == nil
        show([])
        texts.lookBack?.giveUp()
        texts.lookBack = nil
        let hidFrames = presentation.withLock { presentation in
            defer { presentation.hidesFrames = false }
            return presentation.hidesFrames
        }
        if hidFrames {
            hasMedia = meter.passed > 0
            meter.clear()
            for branch in branches { branch.showsFirstFrame(true) }
        }
    }

    /// Shows the frame of a paused picture again, because it is cut in another way or other text is written into it.
    func refreshPicture() {
        guard isOpened, !isRunning, isPresented.load(ordering: .relaxed) else { return }
        for branch in branches { branch.pictures?.device.refresh() }
    }

    /// Sends a seek within the item: to one output, which leads it to the source, because the flush that it brings may link another
    /// one anew. Nil when the source refuses.
    func jump(to position: Duration, landing: Element.Landing, rate: Double) -> Seqnum? {
        setDelay(AudioDevice.startDelay)
        if sourceKind == .streaming { return jumpInStream(to: position, landing: landing, rate: rate) }
        let seeker = (branches.first { $0.kind == .video } ?? branches.first)?.sink
        return seeker?.seek(to: position, until: demuxedEnd, landing: landing, rate: rate)
    }

    /// Sends a seek in flight on its way, the first time or another.
    func send(_ seek: SeekRequest, landing: Element.Landing) {
        seekSeqnum = nil
        whenReady(toSeek: seek.target) { pipeline in
            if pipeline.seekInFlight == seek { pipeline.sendNow(seek, landing: landing) }
        }
    }

    /// Does something as soon as nothing stands in the way of a seek to a position.
    func whenReady(toSeek target: Duration, _ work: @escaping @Sendable (GStreamerPipeline) -> Void) {
        whenPastBitmapsAreKnown(before: target, work)
    }

    private func sendNow(_ seek: SeekRequest, landing: Element.Landing) {
        guard let pipeline, !branches.isEmpty else { return }
        let uri = request.item.uri
        // A stream is not played backwards.
        let isPossible = sourceKind == .progressive || seek.speed > 0
        lastLanding = landing
        hurry(landing)
        prepareSound(for: seek.speed)
        // A flush that meets the way from one preroll to playing may never be answered (1.22.0).
        if isPlayingWanted, !awaitsAnswer { pipeline.awaitSettled(upTo: Self.timeToSettle) }
        seekSeqnum = isPossible ? jump(to: seek.target, landing: landing, rate: seek.speed) : nil
        awaitsAnswer = seekSeqnum != nil
        if seekSeqnum == nil {
            seekInFlight = nil
            prepareSound(for: speed)
            let error = PlayerError(.notSeekable, "This content cannot seek", uri: uri)
            report(.seekFailed(serial: seek.serial, error))
            if pipeline.isPlaying { started() }
        }
    }

    /// Where playback stands while it advances: of the outputs that have not ended, the one that is furthest.
    var position: Duration? {
        let positions = branches.compactMap(\.position)
        return speed < 0 ? positions.min() : positions.max()
    }

    /// Where playback stands while nothing advances.
    var restingPosition: Duration? {
        if let steppedTo { return steppedTo }
        return branches.filter { !$0.isAtEnd }.compactMap(\.position).min() ?? position
    }

    /// Reports the truth of the moment for a caller.
    func measure(for id: Int) {
        if isOpened, seekInFlight == nil, walk == nil {
            if let duration = mediaDuration { report(.durationChanged(duration)) }
            if let position = isRunning ? position : restingPosition { report(.position(position)) }
            reportBuffer()
        }
        report(.measured(id: id))
    }

    /// Does what is due on the media's timeline now, and waits on the pipeline's clock for what is due next.
    ///
    /// `due` is the media time that the clock has come to, if it was the clock that called: a sink's answer lags behind it
    /// where data does not come, and may be rounded down from it.
    func keepTime(due: Duration? = nil) {
        wait?.cancel()
        wait = nil
        guard isOpened, seekInFlight == nil, walk == nil, !isFinished else { return }
        guard isRunning else {
            if let position = restingPosition { showText(at: position) }
            return
        }
        guard let measured = position else { return }
        let position = speed < 0 ? min(measured, due ?? measured) : max(measured, due ?? measured)
        showTexts(until: position)
        if isTicking, tick(at: position) != lastTick {
            lastTick = tick(at: position)
            report(.position(measured))
            reportBuffer()
        }
        noticeWatched(at: position)
        if let end = forcedEnd, position >= end, speed > 0, !awaitsData(until: end, at: position) {
            guard outlastsLength(end) else { return finishByForce() }
        }
        noticeStarvation(at: position)
        reviewLevel(at: position)
        wait(from: position, measured)
    }

    /// Waits on the pipeline's clock for what is due next on the media's timeline.
    private func wait(from position: Duration, _ measured: Duration) {
        let candidates = [
            isTicking ? nextTick(after: position) : nil, mayStarve ? position + Self.patience * speed : nil,
            speed > 0 ? forcedEnd.map { $0 > position ? $0 : position + .milliseconds(20) } : nil,
            nextWatched(after: position), nextTextChange(after: position), nextLow(after: position),
        ].compactMap { $0 }
        guard let next = speed < 0 ? candidates.max() : candidates.min(),
            let branch = branches.first(where: { !$0.isAtEnd }) ?? branches.first,
            let here = branch.runningTime(of: measured)
        else { return }
        let distance = (speed < 0 ? measured - next : next - measured) / speed.magnitude
        waits += 1
        // Virtual time is exact: what is due in a nanosecond is not told later.
        let shortest = configuration.clock.virtualClock == nil ? Self.shortestWait : .nanoseconds(1)
        wait = wake(atRunningTime: here + max(distance, shortest)) { [weak self, waits] in
            // A call that was under way when it was taken back knows a time from before a seek.
            self?.later { if $0.waits == waits { $0.keepTime(due: next) } }
        }
    }

    /// What is due in less than this is due together.
    private static let shortestWait: Duration = .microseconds(500)

    /// Where the item ends though its source does not say so.
    private var forcedEnd: Duration? { watchesEnd ? request.item.endPosition : overrun }

    /// Whether the clock has come to an end before the data has, which is late on a busy machine: all the more at a high speed. For an
    /// end that only follows from the length, it is waited for no longer than it may take.
    private func awaitsData(until end: Duration, at position: Duration) -> Bool {
        guard !branches.allSatisfy(\.isAtEnd), meter.end ?? .zero < end else { return false }
        return watchesEnd || position - end < Self.longestOverrun * speed
    }

    /// How far the clock may run beyond an end that is not told.
    private static let longestOverrun: Duration = .seconds(10)

    /// Whether media was presented beyond the length that was told and the clock to it: how long it is, is not known then. Files say so whose recording was
    /// broken off, playlists whose parts are longer than they tell, and streams of which that is estimated.
    private func outlastsLength(_ end: Duration) -> Bool {
        guard !watchesEnd, let presented = meter.end, presented >= end, !branches.allSatisfy(\.isAtEnd) else {
            return false
        }
        outlasted = presented + Self.overrunLength
        overrun = nil
        report(.durationChanged(nil))
        return true
    }

    /// How far beyond its length content has run when it does not end.
    static let overrunLength: Duration = .seconds(1)

    private func finishByForce() {
        isPlayingWanted = false
        pipeline?.setState(.paused)
        leaveDevices()
        finish(with: EndReport(presentedEnd: meter.end, fault: hasPlayedItem ? nil : deferredFault))
    }

    /// How far the clock may run ahead of the data before that is called a stall.
    private static let patience: Duration = .milliseconds(500)

    /// Whether data may cease to come: from a network, and from files that do not say how long they are.
    private var mayStarve: Bool { isStreamed || overrun == nil }

    /// What has been presented, and up to where nothing more is waited for.
    struct Supply: Equatable {
        var passed = 0
        var end: Duration = .zero
    }

    /// A source on the network that stalls says nothing (1.22): the outputs tell by what does not reach them.
    private func noticeStarvation(at position: Duration) {
        guard mayStarve, let end = meter.end, !branches.allSatisfy(\.isAtEnd) else { return }
        // An output's answer falls back behind the clock that found it starved: only data ends that, or a gap that is known.
        let supply = Supply(passed: meter.passed, end: endOfGap(behind: end))
        let starves = speed > 0 && supply.end + Self.patience < position
        guard starves != isStarved, starves || supply != supplyWhenStarved else { return }
        supplyWhenStarved = supply
        isStarved = starves
        report(.starved(starves))
    }

    private var tickInterval: Duration { max(configuration.positionInterval, .milliseconds(1)) }

    /// In which reporting interval a position lies.
    private func tick(at position: Duration) -> Int { Int((position / tickInterval).rounded(.down)) }

    /// The next multiple of the reporting interval.
    private func nextTick(after position: Duration) -> Duration {
        let count = position / tickInterval
        return tickInterval * Int(speed < 0 ? count.rounded(.up) - 1 : count.rounded(.down) + 1)
    }
}
