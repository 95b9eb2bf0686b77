internal import GStreamer
internal import MediaFormats
internal import PlayheadCore
internal import PlayheadStreaming
internal import Synchronization

/// Hands the samples of one output to its decoder, on a thread of its own.
final class TrackFeed: Sendable {
    private struct State: Sendable {
        var isStopped = false
        var hasBegun = false
        var seqnum: Seqnum?
        var start: Int64 = 0
        /// Whether the current format cannot be decoded.
        var isUndecodable = false
    }

    let output: PresentationMeter.Output
    let chain: DecoderChain
    private let pad: SourcePad
    private let source: StreamingSource
    private let group: UInt32
    private let onFault: @Sendable (DecoderChain.Fault, MediaFormat) -> Void
    private let onLost: @Sendable (Range<Duration>) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - onFault: called on the thread of the feed when a format cannot be decoded.
    ///   - onLost: called on that thread for each range that is left out for this reason.
    init?(
        _ output: PresentationMeter.Output, of source: StreamingSource, group: UInt32,
        _ decoders: DecoderPreference, passing passes: Set<EncodedAudio>,
        onFault: @escaping @Sendable (DecoderChain.Fault, MediaFormat) -> Void,
        onLost: @escaping @Sendable (Range<Duration>) -> Void
    ) {
        guard let chain = DecoderChain(name: "decoder-\(output)", decoders, passing: passes),
            let pad = SourcePad(
                name: "feed-\(output)", duration: { [weak source] in source?.read { $0.duration } })
        else { return nil }
        (self.output, self.source, self.group, self.chain, self.pad) = (output, source, group, chain, pad)
        (self.onFault, self.onLost) = (onFault, onLost)
    }

    /// Starts to hand on samples. The chain must already be in a started pipeline, because adding an
    /// element to a pipeline removes its links.
    func start() {
        _ = pad.link(to: chain.entry)
        state.withLock { $0.isStopped = false }
        pad.start { [weak self] in self?.step() ?? false }
    }

    /// Stops handing on samples.
    func beginEnd() {
        state.withLock { $0.isStopped = true }
        source.wake()
    }

    /// Waits for the thread. Downstream must have released it before.
    func end() { pad.deactivate() }

    /// Flushes everything downstream for a seek, and waits for the thread.
    func beginFlush(_ seqnum: Seqnum) {
        state.withLock { $0.isStopped = true }
        pad.beginFlush(seqnum: seqnum)
        source.wake()
        pad.pause()
    }

    /// Continues after a flush, with the next samples of the source.
    func endFlush(_ seqnum: Seqnum) {
        state.withLock { state in
            state.isStopped = false
            state.seqnum = seqnum
        }
        pad.endFlush(seqnum: seqnum)
        pad.start { [weak self] in self?.step() ?? false }
    }

    /// Runs one iteration of the thread. Returns false if it has to end.
    private func step() -> Bool {
        guard !state.withLock(\.isStopped) else { return false }
        if !state.withLock(\.hasBegun) {
            state.withLock { $0.hasBegun = true }
            pad.beginStream(id: "playhead/\(output)", group: group)
        }
        switch source.next(for: output) {
        case .wait: source.await(output)
        case .segment(let start, let stop, let speed):
            let seqnum = state.withLock { state in
                state.start = start
                return state.seqnum
            }
            // A parser must know the format before a segment passes.
            if let format = source.read({ $0.nextFormat(for: self.output) }) { prepare(format) }
            chain.prepareForNothing()
            pad.beginSegment(
                start: Self.time(start), position: .nanoseconds(start), stop: stop.map(Self.time),
                rate: speed,
                seqnum: seqnum)
        case .format(let format): prepare(format)
        case .gap(let gap):
            pad.pushGap(
                start: Self.time(gap.lowerBound), duration: .nanoseconds(gap.upperBound - gap.lowerBound))
        case .end: pad.endStream(seqnum: state.withLock(\.seqnum))
        case .sample(let sample, let isDiscontinuous): return push(sample, isDiscontinuous)
        }
        return true
    }

    private func prepare(_ format: MediaFormat) {
        do throws(DecoderChain.Fault) {
            guard let caps = format.caps else {
                throw .missingDecoder(description: "\(format.codec)", caps: "\(format.codec)")
            }
            // A plug-in that another thread is loading is available sooner by waiting than by loading it
            // here.
            PluginPreload.wait()
            try chain.prepare(for: caps)
            state.withLock { $0.isUndecodable = !pad.setCaps(caps) }
        } catch {
            state.withLock { $0.isUndecodable = true }
            chain.prepareForNothing()
            onFault(error, format)
        }
    }

    private func push(_ sample: MediaSample, _ isDiscontinuous: Bool) -> Bool {
        let start = sample.presentationTime
        guard !state.withLock(\.isUndecodable) else {
            let length = Duration.nanoseconds(sample.duration ?? 0)
            onLost(.nanoseconds(start)..<(.nanoseconds(start) + length))
            pad.pushGap(start: Self.time(start), duration: sample.duration.map { .nanoseconds($0) })
            return true
        }
        let flow = pad.push(
            sample.data, presentation: Self.time(start), decoding: Self.time(sample.decodeTime),
            duration: sample.duration.map { .nanoseconds($0) }, isSync: sample.isSync,
            isDiscontinuous: isDiscontinuous)
        switch flow {
        case .ok, .ended: return true
        case .flushing, .failed: return false
        }
    }

    /// The time of a buffer, shifted by one hour. Buffer times cannot be negative, but samples that are only
    /// decoded may have negative times.
    private static func time(_ time: Int64) -> Duration { .nanoseconds(time) + .seconds(3600) }
}

extension StreamingEngine {
    /// The format of the next samples of an output.
    func nextFormat(for output: PresentationMeter.Output) -> MediaFormat? {
        guard let id = outputs[output]?.track, let queue = queues[id] else { return nil }
        return queue.peek.map { queue.formats[$0.format] } ?? queue.formats.last
    }
}
