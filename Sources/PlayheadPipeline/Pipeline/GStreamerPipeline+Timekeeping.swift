internal import GStreamer
internal import PlayheadCore
internal import PlayheadNetwork
internal import PlayheadStreaming
internal import PlayheadSystem

/// Positions: where playback is, which times it has reached, and when to look next.
extension GStreamerPipeline {
    /// The clock runs.
    func started() {
        guard isPlayingWanted, isOpened, seeking == nil, !isRunning else { return }
        if let wait = timeToStart { return later(after: wait) { $0.started() } }
        phase = .running
        steppedTo = nil
        let position = position ?? .zero
        times.lastTick = tick(at: position)
        times.watchedUntil = position
        report(.running(at: position))
        reportEnd()
        keepTime()
        noticeEnd()
    }

    /// How long it takes until the first of what is heard is; nil when it is, or nothing is.
    private var timeToStart: Duration? {
        guard let pipeline, isHeard else { return nil }
        let wait = pipeline.clockTime(ofRunningTime: delay) - devices.clock.clock.now
        return wait > .zero ? min(wait, delay) : nil
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
        if isOpened, seeking == nil, stepping == nil {
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
        times.stop()
        guard isOpened, seeking == nil, stepping == nil, !hasFailed else { return }
        guard isRunning else {
            if let position = restingPosition { showText(at: position) }
            return
        }
        guard let measured = position else { return }
        let position = speed < 0 ? min(measured, due ?? measured) : max(measured, due ?? measured)
        showTexts(until: position)
        if times.isTicking, tick(at: position) != times.lastTick {
            times.lastTick = tick(at: position)
            report(.position(measured))
            reportBuffer()
        }
        noticeWatched(at: position)
        if let end = forcedEnd, position >= end, speed > 0, !awaitsData(until: end, at: position) {
            if !outlastsLength(end), ending.watchesPosition || Workaround.endlessContent.isNeeded {
                return finish(because: ending.watchesPosition ? .position : .overrun)
            }
        }
        noticeStarvation(at: position)
        reviewLevel(at: position)
        wait(from: position, measured)
    }

    /// Waits on the pipeline's clock for what is due next on the media's timeline.
    private func wait(from position: Duration, _ measured: Duration) {
        let candidates = [
            times.isTicking ? nextTick(after: position) : nil,
            mayStarve ? position + BufferMonitor.patience * speed : nil,
            speed > 0 ? forcedEnd.map { $0 > position ? $0 : position + .milliseconds(20) } : nil,
            nextWatched(after: position), nextTextChange(after: position), nextLow(after: position),
        ].compactMap { $0 }
        guard let next = speed < 0 ? candidates.max() : candidates.min(),
            let branch = branches.first(where: { !$0.isAtEnd }) ?? branches.first,
            let here = branch.runningTime(of: measured)
        else { return }
        let distance = (speed < 0 ? measured - next : next - measured) / speed.magnitude
        let number = times.begin()
        // Virtual time is exact: what is due in a nanosecond is not told later.
        let shortest = configuration.clock.virtualClock == nil ? Self.shortestWait : .nanoseconds(1)
        let timer = wake(atRunningTime: here + max(distance, shortest)) { [weak self] in
            // A call that was under way when it was taken back knows a time from before a seek.
            self?.later { if $0.times.waits == number { $0.keepTime(due: next) } }
        }
        times.keep(timer)
    }

    /// What is due in less than this is due together.
    private static let shortestWait: Duration = .microseconds(500)

    /// Whether data may cease to come: from a network, and from files that do not say how long they are.
    private var mayStarve: Bool { isStreamed || ending.overrun == nil }

    private func noticeStarvation(at position: Duration) {
        guard mayStarve, let end = meter.end, !branches.allSatisfy(\.isAtEnd) else { return }
        let news = buffer.starvation(at: position, speed: speed, presented: end, passed: meter.passed)
        if let news { report(.starved(news)) }
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

/// Times that callers wait for.
extension GStreamerPipeline {
    /// Other times are watched from now on. What was come by until now is said at once.
    func watch(_ subscriptions: TimeSubscriptions) {
        times.watched = subscriptions
        times.watchedUntil = nil
        keepTime()
    }

    /// Says so if media has come by a time that callers wait for.
    func noticeWatched(at position: Duration) {
        guard !times.watched.isEmpty else { return }
        let reached = presented(position)
        if let known = times.watchedUntil {
            guard let due = times.watched.next(after: known, backwards: speed < 0),
                speed < 0 ? due >= reached : due <= reached
            else { return }
        }
        times.watchedUntil = reached
        report(.reached(reached))
    }

    /// When to look again for times that callers wait for.
    func nextWatched(after position: Duration) -> Duration? {
        guard let next = times.watched.next(after: presented(position), backwards: speed < 0) else {
            return nil
        }
        // The clock has come to it and the media has not.
        let isLate = speed > 0 && next <= position
        return isLate ? position + .milliseconds(10) * speed : next
    }

    /// How far media has come that has reached the outputs; the clock may run ahead of it.
    private func presented(_ position: Duration) -> Duration {
        speed < 0 ? position : min(position, meter.end ?? position)
    }
}
