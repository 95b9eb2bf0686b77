internal import AdaptiveStreaming
package import MediaFormats
package import PlayheadCore
internal import PlayheadNetwork

/// What an output is given next.
package enum StreamStep: Sendable {
    /// A segment of time begins: from `start` on, in nanoseconds on the media timeline, up to `stop`, at a speed.
    case segment(start: Int64, stop: Int64?, speed: Double)
    /// What comes next is in this format.
    case format(MediaFormat)
    case sample(MediaSample, isDiscontinuous: Bool)
    /// There is nothing for this stretch.
    case gap(Range<Int64>)
    /// The stream has ended.
    case end
    /// There is nothing now.
    case wait
}

/// The samples on their way to the outputs.
extension StreamingEngine {
    /// What an output is given next, and taken as given.
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
        if let stop = target?.stop, entry.sample.decodeTime >= stop, entry.sample.presentationTime >= stop {
            state.isEnded = true
            return .end
        }
        // A stretch without anything is told, so that nobody waits for it.
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

    /// There is no sample: the end has come, or nothing for a while, or it is to be waited.
    private mutating func nothing(_ state: inout StreamOutput) -> StreamStep {
        guard let id = state.track else { return .wait }
        let isComplete = queues[id].map(\.isComplete) ?? isCompleted(id)
        if isComplete {
            state.isEnded = true
            return .end
        }
        // Before anything has come, an output waits for its first sample, or the word that there is none.
        if state.end == nil, let until = state.gapUntil, let gap = queues[id]?.gap(at: until) {
            state.gapUntil = gap.upperBound
            return .gap(max(gap.lowerBound, until)..<gap.upperBound)
        }
        return .wait
    }

    /// Whether the rendition of a track has ended without anything of it.
    private func isCompleted(_ id: StreamTrack.ID) -> Bool {
        let role: StreamRole = id.rendition == nil ? .main : id.kind == .audio ? .audio : .video
        return loaders[role].map { $0.isComplete || $0.isDead } ?? false
    }

    /// Samples up to here have been given out.
    private mutating func advance(to end: Int64, _ id: StreamTrack.ID) {
        if end > position { position = end }
        queues[id]?.trim(before: position - Self.backBuffer)
    }

    /// How much of what was given out is kept, for seeks back.
    private static let backBuffer: Int64 = 20_000_000_000

    // MARK: Beginning

    /// Where an output begins, with its queue at the sample that is decoded first; nil as long as that has not come.
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
            // What was decoded before has a part in what follows.
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
        // It begins later, if something comes at all.
        if let place = queue.syncPlace() {
            queue.move(to: place)
            return start
        }
        return queue.isComplete || queue.gap(at: start) != nil ? start : nil
    }

    private static let preroll: Int64 = 30_000_000
    private static let opusPreroll: Int64 = 80_000_000

    /// Where playback really goes on: exactly at the target, or at a keyframe of the pictures.
    private func settled(_ goal: Target) -> Int64? {
        guard goal.landing != .exact, let id = outputs[.video]?.track, let queue = queues[id] else {
            return goal.time
        }
        // Which keyframe is the nearest is known when what is around the target has come.
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

    /// Gives out another track as soon as what is held of it reaches where the other one has come to.
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

    /// Goes on elsewhere. What is held there is given out at once; what is not is loaded.
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

    /// Leads a loader to a time, unless what it has and what it is about to load holds that.
    private mutating func move(_ role: StreamRole, to time: Int64) {
        guard var loader = loaders[role], !loader.timeline.isNew else { return }
        if role == .main { detour = nil }
        if role == .subtitles, loader.isFromStart || loader.isComplete { return }
        let held = tracks(of: role)
        let isHeld = !held.isEmpty && held.allSatisfy { queues[$0]?.holds(time) ?? false }
        if role != .subtitles, isHeld { return }
        let timeline = loader.timeline
        let position = Duration.nanoseconds(time)
        // It is on its way, behind what is held.
        if let load = loader.segment, load.interval.contains(position) { return }
        if let load = loader.segment { drop(load) }
        for id in held { queues[id]?.clear() }
        let number = timeline.number(
            at: max(min(position, timeline.window.upperBound - .nanoseconds(1)), timeline.window.lowerBound))
        loader.restart(at: number.map { $0 + timeline.shift } ?? timeline.current.upperBound)
        loader.loadedUntil = loader.next.flatMap(timeline.entry)?.start ?? timeline.window.upperBound
        loaders[role] = loader
    }

    // MARK: Levels

    /// Up to where everything that is presented is held, in nanoseconds on the media timeline; nil before anything has come.
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

    /// Whether nothing more will come for what is presented.
    package var isAllLoaded: Bool {
        !outputs.isEmpty
            && outputs.values.allSatisfy { state in
                state.track.map { queues[$0]?.isComplete ?? isCompleted($0) } ?? true
            }
    }

    /// The timeline of the variant; while another variant's playlist comes, that of the one before.
    private var mainTimeline: PlaylistTimeline? {
        guard let timeline = loaders[.main]?.timeline, !timeline.isNew else { return keptTimeline }
        return timeline
    }

    /// Whether texts are on their way that are due soon.
    package var lacksTexts: Bool {
        guard let texts = loaders[.subtitles], !texts.isDead, !texts.isComplete else {
            return !heldTexts.isEmpty
        }
        let isLoading = texts.isFetchingPlaylist || texts.segment != nil
        return isLoading && texts.loadedUntil.inNanoseconds < position + 1_000_000_000
    }

    /// How long the presentation is; nil for one that goes on.
    package var duration: Duration? {
        guard let timeline = mainTimeline, timeline.isComplete else { return nil }
        return timeline.window.upperBound - .nanoseconds(leadIn)
    }
}
