internal import GStreamer
internal import PlayheadCore
internal import PlayheadNetwork
internal import PlayheadStreaming
internal import PlayheadSystem

/// Positions: the playback position, the reached times, and the next check.
extension GStreamerPipeline {
    /// Handles the start of the clock.
    func started() {
        guard isPlayingWanted, isOpened, !hasFailed, seeking == nil, !isRunning else { return }
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

    /// The time until the first audio sample is heard. Nil if one has been heard, or if there is no audio.
    private var timeToStart: Duration? {
        guard let pipeline, isHeard else { return nil }
        let wait = pipeline.clockTime(ofRunningTime: delay) - devices.clock.clock.now
        return wait > .zero ? min(wait, delay) : nil
    }

    /// The playback position while the clock runs: the furthest output among those that have not ended.
    var position: Duration? {
        let positions = branches.compactMap(\.position)
        return speed < 0 ? positions.min() : positions.max()
    }

    /// The playback position while the clock does not run.
    var restingPosition: Duration? {
        if let steppedTo { return steppedTo }
        return branches.filter { !$0.isAtEnd }.compactMap(\.position).min() ?? position
    }

    /// Reports the exact current state to a caller.
    func measure(for id: Int) {
        if isOpened, seeking == nil, stepping == nil {
            if let duration = mediaDuration { report(.durationChanged(duration)) }
            if let position = isRunning ? position : restingPosition { report(.position(position)) }
            reportBuffer()
        }
        report(.measured(id: id))
    }

    /// Does what is due on the media timeline, and waits on the pipeline's clock for the next due time.
    ///
    /// `due` is the media time of the clock, if the clock made this call. The position of a sink may lag
    /// behind it without data, or be rounded down.
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

    /// Waits on the pipeline's clock for the next due time on the media timeline.
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
        // Virtual time is exact: a time that is due in 1 ns must not be reported later.
        let shortest = configuration.clock.virtualClock == nil ? Self.shortestWait : .nanoseconds(1)
        let timer = wake(atRunningTime: here + max(distance, shortest)) { [weak self] in
            // A call that was in progress when it was cancelled has a time from before a seek.
            self?.later { if $0.times.waits == number { $0.keepTime(due: next) } }
        }
        times.keep(timer)
    }

    /// Times that are due within this duration are handled together.
    private static let shortestWait: Duration = .microseconds(500)

    /// Whether data may stop arriving: from a network, or from a file without a known duration.
    private var mayStarve: Bool { isStreamed || ending.overrun == nil }

    private func noticeStarvation(at position: Duration) {
        guard mayStarve, let end = meter.end, !branches.allSatisfy(\.isAtEnd) else { return }
        let news = buffer.starvation(at: position, speed: speed, presented: end, passed: meter.passed)
        if let news { report(.starved(news)) }
    }

    private var tickInterval: Duration { max(configuration.positionInterval, .milliseconds(1)) }

    /// The index of the reporting interval that contains a position.
    private func tick(at position: Duration) -> Int { Int((position / tickInterval).rounded(.down)) }

    /// The next multiple of the reporting interval.
    private func nextTick(after position: Duration) -> Duration {
        let count = position / tickInterval
        return tickInterval * Int(speed < 0 ? count.rounded(.up) - 1 : count.rounded(.down) + 1)
    }
}

/// The times that callers wait for.
extension GStreamerPipeline {
    /// Watches other times from now on. Times that were passed until now are reported at once.
    func watch(_ subscriptions: TimeSubscriptions) {
        times.watched = subscriptions
        times.watchedUntil = nil
        keepTime()
    }

    /// Reports the watched times that media has passed.
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

    /// The position of the next check for watched times.
    func nextWatched(after position: Duration) -> Duration? {
        guard let next = times.watched.next(after: presented(position), backwards: speed < 0) else {
            return nil
        }
        // The clock has reached the time, and the media has not.
        let isLate = speed > 0 && next <= position
        return isLate ? position + .milliseconds(10) * speed : next
    }

    /// The position of the media that has reached the outputs. The clock may run ahead of it.
    private func presented(_ position: Duration) -> Duration {
        speed < 0 ? position : min(position, meter.end ?? position)
    }
}
