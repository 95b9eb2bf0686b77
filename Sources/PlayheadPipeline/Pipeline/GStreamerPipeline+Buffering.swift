internal import GStreamer
internal import PlayheadCore
internal import PlayheadStreaming
internal import Synchronization

extension GStreamerPipeline {
    /// Reports up to where media is held, if that is news: the whole of a file, and of a network what has arrived.
    func reportBuffer() {
        guard isOpened, seeking == nil, let end = isStreamed ? heldEnd : mediaDuration,
            end != buffer.reportedEnd
        else { return }
        buffer.reportedEnd = end
        report(.bufferedTo(end))
    }

    /// Reports whether there is enough to be played, by the media that is held.
    func reviewLevel(at known: Duration? = nil) {
        guard let held = followedEnd, let position = known ?? (isRunning ? self.position : restingPosition)
        else { return }
        // While nothing runs, the outputs say that it is still before the gap.
        let end = isRunning ? buffer.endOfGap(behind: held) : held
        let marks = configuration.buffer
        let ahead = (end - position) / speed
        if buffer.supply?.end != end { buffer.supply = (end, since: time.now) }
        var level = marks.level(ahead: ahead, mark: buffer.hasRunLow ? marks.rebuffer : marks.initialBuffer)
        // No more is loaded while nothing is played, however much media that is.
        let isFull = source?.read { $0.isFull } ?? false
        if isSupplied(up: end) || isFull || level >= 10 && hasCeased(ahead: (held - position) / speed) {
            level = 100
        }
        if level < 10, isRunning { buffer.hasRunLow = true }
        // In between, what plays goes on; a virtual clock stands still until there has been enough once.
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

    /// When to look again whether enough is held; nil when there is nothing to look for.
    func nextLow(after position: Duration) -> Duration? {
        guard isRunning, let held = followedEnd else { return nil }
        let end = buffer.endOfGap(behind: held)
        guard !isSupplied(up: end) else { return nil }
        let low = end - configuration.buffer.lowWaterMark * speed
        return low > position ? low + .milliseconds(1) : nil
    }

    /// Up to where media is held, where that can be followed and is of use.
    private var followedEnd: Duration? {
        guard isOpened, isStreamed, stream != nil || source != nil, seeking == nil, stepping == nil,
            speed > 0,
            faults.deferred == nil, !hasFailed
        else { return nil }
        return heldEnd
    }

    /// Up to where media is held, what has not been taken apart yet included.
    private var heldEnd: Duration? {
        if let stream { return stream.read { $0.heldEnd }.map { .nanoseconds($0) } }
        if let source, let duration = mediaDuration, source.read({ $0.isSupplied && $0.fault == nil }) {
            return duration
        }
        guard let source, let rate = byteRate else { return arrivals.end }
        let (read, ahead) = source.read { ($0.lastPlace ?? 0, $0.ahead) }
        // Sound that needs no decoder passes no queue: what has been read of it is what has come.
        let end = arrivals.end ?? .seconds(Double(read) / rate)
        let held = end + .seconds(Double(ahead) / rate)
        return max(end, mediaDuration.map { min(held, $0) } ?? held)
    }

    /// How many bytes a second of the medium is, on average; nil while that cannot be told.
    private var byteRate: Double? {
        guard let source else { return nil }
        if let length = source.length, let duration = mediaDuration, duration > .zero, length > 0 {
            return Double(length) / (duration / .seconds(1))
        }
        // Of what goes on, by what has been read.
        guard let end = arrivals.end, end > .milliseconds(500) else { return nil }
        let read = source.read { $0.lastPlace } ?? 0
        return read > 0 ? Double(read) / (end / .seconds(1)) : nil
    }

    /// Whether nothing more is to come that will be played.
    private func isSupplied(up end: Duration) -> Bool {
        if let stream, stream.read({ $0.isAllLoaded }) { return true }
        if let source, source.read({ $0.isSupplied }) { return true }
        if arrivals.isComplete || branches.allSatisfy(\.isAtEnd) { return true }
        let last = [mediaDuration, request.item.endPosition].compactMap { $0 }.min()
        return last.map { end + BufferMonitor.endTolerance >= $0 } ?? false
    }

    /// Whether nothing has come for a while, so that what is held is played, if it is worth it.
    private func hasCeased(ahead: Duration) -> Bool {
        guard var since = buffer.supply?.since else { return false }
        // What comes may not be what is lacking.
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

    /// How full a buffer is depends on what a network delivers in real time. A virtual clock stands still while it fills, so that
    /// nobody need be told, unless that lasts for so long that the clock goes on all the same.
    func tell(level: Int) {
        buffer.untold?.cancel()
        buffer.untold = nil
        // What decoders hold back may be all that has come: playback would be said to go on, and stand. Whether they do shows when the
        // outputs have been stopped.
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

    /// The outputs hold what is presented next: what was held back for them is told.
    func outputsSettled() {
        if buffer.awaitsOutputs { reviewLevel() }
    }

    private func tellLevel(_ percent: Int) {
        guard buffer.untold != nil else { return }
        buffer.untold = nil
        buffer.told = percent
        report(.buffering(percent: percent))
    }

    /// Nothing more is waited for.
    func tellFullness() {
        buffer.forgetLevel()
        buffer.told = 100
        report(.buffering(percent: 100))
    }
}

extension GStreamerPipeline {
    /// Says how much is loaded ahead: as soon as there is something to load, and when it is presented or its length is known.
    func limitLoading() {
        stream?.change { [forwardLimit] engine in
            engine.forward = forwardLimit
            engine.pump()
        }
        guard let source else { return }
        let bytes = byteRate.map { Int($0 * (forwardLimit / .seconds(1))) } ?? Self.unknownForward
        source.change { $0.forward = min(max(bytes, Self.leastForward), Self.mostForward) }
    }

    /// In bytes: while it is not known how much media that is, at least, and at most.
    private static let unknownForward = 1 << 20
    private static let leastForward = 128 << 10
    private static let mostForward = 64 << 20

    /// How much media is loaded ahead at most.
    var forwardLimit: Duration {
        let forward = max(configuration.buffer.forwardBufferDuration ?? .seconds(30), .milliseconds(1))
        let hasBegun = isPresented.load(ordering: .sequentiallyConsistent)
        let ahead = max(configuration.buffer.preloadDuration, configuration.buffer.initialBuffer, .seconds(1))
        return hasBegun ? forward : min(forward, ahead)
    }
}
