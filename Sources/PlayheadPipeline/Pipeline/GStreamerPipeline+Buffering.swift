internal import GStreamer
internal import PlayheadCore
internal import PlayheadStreaming
internal import Synchronization

extension GStreamerPipeline {
    /// Reports the end of the buffered media if it has changed: the end of a local file, or of the media that
    /// has arrived.
    func reportBuffer() {
        guard isOpened, seeking == nil, let end = isStreamed && image == nil ? heldEnd : mediaDuration,
            end != buffer.reportedEnd
        else { return }
        buffer.reportedEnd = end
        report(.bufferedTo(end))
    }

    /// Recomputes the buffer level from the buffered media, and reports it if it has changed.
    func reviewLevel(at known: Duration? = nil) {
        guard let held = followedEnd, let position = known ?? (isRunning ? self.position : restingPosition)
        else { return }
        // While the clock does not run, the outputs stay at positions before the gap.
        let end = isRunning ? buffer.endOfGap(behind: held) : held
        let marks = configuration.buffer
        let ahead = (end - position) / speed
        if buffer.supply?.end != end { buffer.supply = (end, since: time.now) }
        var level = marks.level(ahead: ahead, mark: buffer.hasRunLow ? marks.rebuffer : marks.initialBuffer)
        // The loader stops at its limit while paused, however much media that is.
        let isFull = source?.read { $0.isFull } ?? false
        if isSupplied(up: end) || isFull || level >= 10 && hasCeased(ahead: (held - position) / speed) {
            level = 100
        }
        if level < 10, isRunning { buffer.hasRunLow = true }
        // Between the marks playback continues. With a virtual clock it waits until the level has been
        // reached once.
        let hadEnough = buffer.told.map { $0 == 100 } ?? (configuration.clock.virtualClock == nil)
        if level < 100, level >= 10, isRunning, hadEnough {
            buffer.untold?.cancel()
            buffer.untold = nil
            return
        }
        tell(level: level)
        if level < 100 {
            arrivals.awaitArrival()
            lookOut()
        } else {
            buffer.lookout?.cancel()
            buffer.lookout = nil
        }
    }

    /// The position at which the level has to be checked next. Nil if no check is needed.
    func nextLow(after position: Duration) -> Duration? {
        guard isRunning, let held = followedEnd else { return nil }
        let end = buffer.endOfGap(behind: held)
        guard !isSupplied(up: end) else { return nil }
        let low = end - configuration.buffer.lowWaterMark * speed
        return low > position ? low + .milliseconds(1) : nil
    }

    /// The end of the buffered media, if it can be followed and matters.
    private var followedEnd: Duration? {
        guard isOpened, isStreamed, stream != nil || source != nil, seeking == nil, stepping == nil,
            speed > 0,
            faults.deferred == nil, !hasFailed
        else { return nil }
        return heldEnd
    }

    /// The end of the buffered media, including bytes that were not demuxed yet.
    private var heldEnd: Duration? {
        if let stream { return stream.read { $0.heldEnd }.map { .nanoseconds($0) } }
        if let source, let duration = mediaDuration, source.read({ $0.isSupplied && $0.fault == nil }) {
            return duration
        }
        guard let source, let rate = byteRate else { return arrivals.end }
        let (read, ahead) = source.read { ($0.lastPlace ?? 0, $0.ahead) }
        // Audio that needs no decoder passes no queue, so the bytes read show how much has arrived.
        let end = arrivals.end ?? .seconds(Double(read) / rate)
        let held = end + .seconds(Double(ahead) / rate)
        return max(end, mediaDuration.map { min(held, $0) } ?? held)
    }

    /// The average number of bytes per second of the medium. Nil if it is not known.
    private var byteRate: Double? {
        guard let source else { return nil }
        if let length = source.length, let duration = mediaDuration, duration > .zero, length > 0 {
            return Double(length) / (duration / .seconds(1))
        }
        // For content without a known length: from the bytes that were read.
        guard let end = arrivals.end, end > .milliseconds(500) else { return nil }
        let read = source.read { $0.lastPlace } ?? 0
        return read > 0 ? Double(read) / (end / .seconds(1)) : nil
    }

    /// Whether no more media will arrive that will be played.
    private func isSupplied(up end: Duration) -> Bool {
        if let stream, stream.read({ $0.isAllLoaded }) { return true }
        if let source, source.read({ $0.isSupplied }) { return true }
        if arrivals.isComplete || branches.allSatisfy(\.isAtEnd) { return true }
        let last = [mediaDuration, request.item.endPosition].compactMap { $0 }.min()
        return last.map { end + BufferMonitor.endTolerance >= $0 } ?? false
    }

    /// Whether no media has arrived for `maximumWait`, so that the buffered media is played, if it is twice
    /// the low water mark.
    private func hasCeased(ahead: Duration) -> Bool {
        guard var since = buffer.supply?.since else { return false }
        // Other data may arrive than the stream that is missing.
        if let stream { since = max(since, stream.read { $0.lastArrival }) }
        let marks = configuration.buffer
        return ahead >= marks.lowWaterMark * 2 && time.now - since >= marks.maximumWait
    }

    private func lookOut() {
        guard buffer.lookout == nil else { return }
        buffer.lookout = time.schedule(after: configuration.buffer.maximumWait) { [weak self] in
            self?.later { pipeline in
                guard pipeline.buffer.lookout != nil else { return }
                pipeline.buffer.lookout = nil
                pipeline.reviewLevel()
            }
        }
    }

    /// Reports a buffer level. The level depends on the network in real time, so a virtual clock stands still
    /// while the buffer fills. Levels below 100 % are then reported only if the clock moves on before the
    /// buffer is full.
    func tell(level: Int) {
        buffer.untold?.cancel()
        buffer.untold = nil
        // Decoders may hold back all that has arrived, and playback would be reported and not start. This is
        // known when the outputs have been paused.
        let isUnknown = isPlayingWanted ? buffer.stopsPlayback : pipeline?.isSettled == false
        buffer.awaitsOutputs = level >= 100 && buffer.isLow && isUnknown
        let percent = buffer.awaitsOutputs ? Self.nearlyEnough : level
        guard faults.deferred == nil, percent != buffer.told else { return }
        guard let virtual = configuration.clock.virtualClock, percent < 100 else {
            buffer.told = percent
            return report(.buffering(percent: percent))
        }
        buffer.untold = virtual.schedule(at: virtual.now.offset) { [weak self] in
            self?.later { $0.tellLevel(percent) }
        }
    }

    private static let nearlyEnough = 99

    /// The outputs hold the next frames and samples. Reports a level that was held back for them.
    func outputsSettled() {
        if buffer.awaitsOutputs { reviewLevel() }
    }

    private func tellLevel(_ percent: Int) {
        guard buffer.untold != nil else { return }
        buffer.untold = nil
        buffer.told = percent
        report(.buffering(percent: percent))
    }

    /// Reports a full buffer, because no more media is expected.
    func tellFullness() {
        buffer.forgetLevel()
        buffer.told = 100
        report(.buffering(percent: 100))
    }
}

extension GStreamerPipeline {
    /// Sets the limit of the loader: when loading begins, when the load is presented, and when its duration
    /// is known.
    func limitLoading() {
        stream?.change { [forwardLimit] engine in
            engine.forward = forwardLimit
            engine.pump()
        }
        guard let source else { return }
        let bytes = byteRate.map { Int($0 * (forwardLimit / .seconds(1))) } ?? Self.unknownForward
        source.change { $0.forward = min(max(bytes, Self.leastForward), Self.mostForward) }
    }

    /// Limits in bytes: for an unknown byte rate, the minimum and the maximum.
    private static let unknownForward = 1 << 20
    private static let leastForward = 128 << 10
    private static let mostForward = 64 << 20

    /// The maximum duration of media that is loaded ahead.
    var forwardLimit: Duration {
        let forward = max(configuration.buffer.forwardBufferDuration ?? .seconds(30), .milliseconds(1))
        let hasBegun = isPresented.load(ordering: .sequentiallyConsistent)
        let ahead = max(configuration.buffer.preloadDuration, configuration.buffer.initialBuffer, .seconds(1))
        return hasBegun ? forward : min(forward, ahead)
    }
}
