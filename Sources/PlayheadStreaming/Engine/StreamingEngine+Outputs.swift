internal import AdaptiveStreaming
package import MediaFormats
package import PlayheadCore
internal import PlayheadNetwork

/// The next element of the input of an output.
package enum StreamStep: Sendable {
    /// A new segment in the sense of GStreamer: its start and stop in nanoseconds on the media timeline, and
    /// its speed.
    case segment(start: Int64, stop: Int64?, speed: Double)
    /// The format of the following samples.
    case format(MediaFormat)
    case sample(MediaSample, isDiscontinuous: Bool)
    /// An interval without samples.
    case gap(Range<Int64>)
    /// The end of the stream.
    case end
    /// Nothing is available now.
    case wait
}

/// The delivery of samples to the outputs, and seeks.
extension StreamingEngine {
    /// Removes and returns the next element for an output.
    package mutating func next(for output: PresentationMeter.Output) -> StreamStep {
        guard var state = outputs[output], let id = state.track, !state.isEnded else { return .wait }
        defer { outputs[output] = state }
        if state.isBeginning {
            guard let start = beginning(of: id, output) else { return .wait }
            state.isBeginning = false
            state.end = nil
            state.gapUntil = start
            state.format = nil
            return .segment(start: start, stop: target?.stop, speed: target?.speed ?? 1)
        }
        if let wanted = state.wanted, change(to: wanted, &state, output) { act(.switched(wanted)) }
        guard let track = state.track, let entry = queues[track]?.peek else { return nothing(&state) }
        let stop = [target?.stop, loadLimit?.inNanoseconds].compactMap { $0 }.min()
        if let stop, entry.sample.decodeTime >= stop, entry.sample.presentationTime >= stop {
            state.isEnded = true
            return .end
        }
        // The gap is reported, so that the output does not wait for samples in it.
        if let gap = queues[track]?.gap(at: state.gapUntil ?? entry.sample.presentationTime),
            gap.upperBound <= entry.sample.presentationTime + 250_000_000, state.end == nil,
            (state.gapUntil ?? .min) < gap.upperBound
        {
            state.gapUntil = gap.upperBound
            return .gap(gap)
        }
        let format = queues[track]?.formats[entry.format]
        if let format, format != state.format {
            state.format = format
            return .format(format)
        }
        _ = queues[track]?.take()
        let end = entry.sample.presentationTime + (entry.sample.duration ?? 0)
        state.end = max(state.end ?? .min, end)
        advance(to: end, track)
        return .sample(entry.sample, isDiscontinuous: entry.isDiscontinuous)
    }

    /// The step when the queue has no sample: the end, a gap, or a wait.
    private mutating func nothing(_ state: inout StreamOutput) -> StreamStep {
        guard let id = state.track else { return .wait }
        let isComplete = queues[id].map(\.isComplete) ?? isCompleted(id)
        if isComplete {
            state.isEnded = true
            return .end
        }
        // Before its first sample, an output waits for a sample or a gap.
        if state.end == nil, let until = state.gapUntil, let gap = queues[id]?.gap(at: until) {
            state.gapUntil = gap.upperBound
            return .gap(max(gap.lowerBound, until)..<gap.upperBound)
        }
        return .wait
    }

    /// Whether the rendition of a track has ended without any sample of the track.
    private func isCompleted(_ id: StreamTrack.ID) -> Bool {
        let role: StreamRole = id.rendition == nil ? .main : id.kind == .audio ? .audio : .video
        return loaders[role].map { $0.isComplete || $0.isDead } ?? false
    }

    /// Notes that samples up to `end` have been delivered.
    private mutating func advance(to end: Int64, _ id: StreamTrack.ID) {
        if end > position { position = end }
        queues[id]?.trim(before: position - Self.backBuffer)
    }

    /// The duration of delivered samples that are kept for seeks back: 20 s.
    private static let backBuffer: Int64 = 20_000_000_000

    // MARK: Start

    /// The start time of an output, with its queue set to the first sample to decode; nil until that has
    /// arrived.
    private mutating func beginning(of id: StreamTrack.ID, _ output: PresentationMeter.Output) -> Int64? {
        guard var goal = target else { return nil }
        if goal.start == nil {
            guard let start = settled(goal) else { return nil }
            goal.start = start
            target = goal
        }
        guard let start = goal.start, var queue = queues[id] else {
            return isCompleted(id) ? goal.start : nil
        }
        defer { queues[id] = queue }
        if output == .audio {
            // Earlier audio frames affect the decoding of the following ones.
            let preroll = queue.formats.last?.codec == .opus ? Self.opusPreroll : Self.preroll
            if let place = queue.syncPlace(for: start) {
                let earlier = queue.syncPlace(for: queue.time(at: place) - preroll) ?? (place > 0 ? 0 : place)
                queue.move(to: earlier)
                return start
            }
        } else if let place = queue.syncPlace(for: start) {
            queue.move(to: place)
            return start
        }
        // The first sample lies after the start, if any sample arrives.
        if let place = queue.syncPlace() {
            queue.move(to: place)
            return start
        }
        return queue.isComplete || queue.gap(at: start) != nil ? start : nil
    }

    private static let preroll: Int64 = 30_000_000
    private static let opusPreroll: Int64 = 80_000_000

    /// The actual start of playback: the target itself, or a video keyframe.
    func settled(_ goal: Target) -> Int64? {
        guard goal.landing != .exact, let id = outputs[.video]?.track, let queue = queues[id] else {
            return goal.time
        }
        // The keyframe is known only after the samples around the target have arrived.
        guard queue.isComplete || queue.end.map({ $0 > goal.time }) == true else { return nil }
        switch goal.landing {
        case .exact: return goal.time
        case .keyframeBefore:
            if let place = queue.syncPlace(for: goal.time) { return queue.time(at: place) }
            return queue.syncPlace().map(queue.time) ?? (queue.isComplete ? goal.time : nil)
        case .keyframeAfter:
            if let place = queue.syncPlace(for: goal.time), queue.time(at: place) == goal.time {
                return goal.time
            }
            let from = queue.syncPlace(for: goal.time).map { $0 + 1 } ?? 0
            if let place = queue.syncPlace(from: from) { return queue.time(at: place) }
            guard queue.isComplete else { return nil }
            return queue.syncPlace(for: goal.time).map(queue.time) ?? goal.time
        }
    }

    /// Switches an output to another track once the buffered samples of that track reach the current
    /// position.
    private mutating func change(
        to wanted: StreamTrack.ID, _ state: inout StreamOutput, _ output: PresentationMeter.Output
    ) -> Bool {
        guard var queue = queues[wanted] else { return false }
        let here = state.end ?? target?.start ?? position
        guard queue.holds(here), let place = queue.syncPlace(for: here) else { return false }
        queue.move(to: queue.time(at: place) < here - Self.overlap ? place + 1 : place)
        queues[wanted] = queue
        if let old = state.track, old.rendition != nil, old != wanted { queues[old] = nil }
        (state.track, state.wanted) = (wanted, nil)
        return true
    }

    private static let overlap: Int64 = 1_000_000

    // MARK: Seeking

    /// Seeks. Buffered samples at the target are delivered immediately, and missing ones are loaded.
    package mutating func seek(to goal: Target) {
        var goal = goal
        goal.start = nil
        target = goal
        position = goal.time
        for output in outputs.keys {
            outputs[output]?.isBeginning = true
            outputs[output]?.isEnded = false
            outputs[output]?.end = nil
            if let wanted = outputs[output]?.wanted {
                outputs[output]?.track = wanted
                outputs[output]?.wanted = nil
                act(.switched(wanted))
            }
        }
        for role in StreamRole.allCases { move(role, to: goal.time) }
        pump()
        act(.supplied)
    }

    /// Moves a loader to a time, unless its buffered samples or its current segment contain that time.
    private mutating func move(_ role: StreamRole, to time: Int64) {
        guard var loader = loaders[role], !loader.timeline.isNew else { return }
        if role == .main { detour = nil }
        if role == .subtitles, loader.isFromStart || loader.isComplete { return }
        let held = tracks(of: role)
        let needed = held.filter { order.kinds.contains($0.kind) && !(isOfKeyframes && $0.kind != .video) }
        let isHeld = !needed.isEmpty && needed.allSatisfy { queues[$0]?.holds(time) ?? false }
        if role != .subtitles, isHeld { return }
        let timeline = loader.timeline
        let position = Duration.nanoseconds(time)
        // The current load contains the time and continues the buffered samples.
        if let load = loader.segment, load.interval.contains(position) { return }
        if let load = loader.segment { drop(load) }
        for id in held { queues[id]?.clear() }
        let number = timeline.number(
            at: max(min(position, timeline.window.upperBound - .nanoseconds(1)), timeline.window.lowerBound))
        loader.restart(at: number.map { $0 + timeline.shift } ?? timeline.current.upperBound)
        loader.loadedUntil = loader.next.flatMap(timeline.entry)?.start ?? timeline.window.upperBound
        loaders[role] = loader
    }

    // MARK: Buffer levels

    /// The time up to which all presented tracks are buffered, in nanoseconds on the media timeline; nil
    /// before the first sample.
    package var heldEnd: Int64? {
        let ends = outputs.values.compactMap { state -> Int64? in
            guard let id = state.wanted ?? state.track else { return nil }
            guard let queue = queues[id] else { return nil }
            if queue.isComplete, outputs.count > 1 { return .max }
            return queue.end
        }
        guard let least = ends.min() else { return nil }
        if least < .max { return least }
        return queues.values.compactMap(\.end).max()
    }

    /// Whether no further samples will arrive for the presented tracks.
    package var isAllLoaded: Bool {
        !outputs.isEmpty
            && outputs.values.allSatisfy { state in
                state.track.map { queues[$0]?.isComplete ?? isCompleted($0) } ?? true
            }
    }

    /// The timeline of the variant. During a switch of variants, it is the timeline of the previous variant.
    private var mainTimeline: PlaylistTimeline? {
        guard let timeline = loaders[.main]?.timeline, !timeline.isNew else { return keptTimeline }
        return timeline
    }

    /// Whether subtitles that are due within 1 s are still loading.
    package var lacksTexts: Bool {
        guard let texts = loaders[.subtitles], !texts.isDead, !texts.isComplete else {
            return !heldTexts.isEmpty
        }
        let isLoading = texts.isFetchingPlaylist || texts.segment != nil
        return isLoading && texts.loadedUntil.inNanoseconds < position + 1_000_000_000
    }

    /// The duration of the presentation; nil for a live stream.
    package var duration: Duration? {
        guard let timeline = mainTimeline, timeline.isComplete else { return nil }
        return timeline.window.upperBound - .nanoseconds(leadIn)
    }
}
