internal import CGStreamer
internal import MediaFormats
internal import PlayheadSystem

extension TimelineOrigin {
    /// The output of one demuxer pad, until the start of all streams is known.
    struct Stream: Sendable {
        /// Whether it is audio or video, and whether it is video.
        var isMedium: Bool
        var isVideo: Bool
        var segment: Segment?
        /// The media time of the first data, and the latest.
        var beginning: Duration?
        var latest: Duration?
        var held: [MiniObject] = []
        var opening: Opening?
    }

    enum Verdict: Sendable { case pass, hold, release }

    struct State: Sendable {
        /// Whether the demuxer moves its timeline by itself, but not its duration.
        let movesItself: Bool
        var streams: [UInt: Stream] = [:]
        /// The media time of the demuxer that is 0 for all others; nil while it is unknown.
        var origin: Duration?
        /// What the duration of the demuxer contains before the first sample.
        var before: Duration = .zero
        /// Whether a seek has passed, so that the first data is elsewhere.
        var isSought = false
        /// Where segments begin after the last seek, on the timeline of the demuxer; 0 if it tells that itself.
        var goal: UInt64 = 0
        /// The target of the last seek, exact or to the keyframe before, on the timeline of the demuxer.
        var target: UInt64?
        /// Where the demuxer has to begin to decode for this target, if not there.
        var place: UInt64?

        init(movesItself: Bool) { self.movesItself = movesItself }

        mutating func take(_ item: MiniObject, of key: UInt) -> Verdict {
            if case .flush = item.content {
                for key in streams.keys { streams[key]?.forget() }
                return .pass
            }
            if case .segment(let segment) = item.content { streams[key]?.opening = Opening(segment: segment) }
            guard origin == nil, var stream = streams[key] else { return .pass }
            switch item.content {
            case .flush, .before: return .pass
            case .segment(let segment):
                // A held sticky event is sent again with each buffer.
                if stream.held.contains(where: { $0.isSame(as: item) }) { return .hold }
                stream.segment = segment
                stream.held.append(item)
                streams[key] = stream
                return segment.isTime && segment.isForwards && !isSought ? .hold : settle()
            case .other:
                if stream.held.isEmpty { return .pass }
                if stream.held.contains(where: { $0.isSame(as: item) }) { return .hold }
            case .gap: break
            case .end: return settle()
            case .data(let time):
                guard let segment = stream.segment else { return .pass }
                if let time, let place = segment.unboundedStreamTime(time) {
                    stream.beginning = min(stream.beginning ?? place, place)
                    stream.latest = max(stream.latest ?? place, place)
                }
            }
            stream.held.append(item)
            streams[key] = stream
            return isKnown || stream.hasComeFar || hasEarlyBeginning ? settle() : .hold
        }

        private mutating func settle() -> Verdict {
            let earliest = hasEarlyBeginning || isSought ? .zero : self.earliest ?? .zero
            origin = earliest < TimelineOrigin.leastLead ? .zero : earliest
            before = origin ?? .zero
            let hidden = streams.values.compactMap { $0.segment?.hidden }.min()
            if movesItself, let hidden { before = max(before, hidden) }
            return .release
        }

        /// Whether some audio or video begins at 0, as in most files.
        private var hasEarlyBeginning: Bool {
            streams.values.contains {
                $0.isMedium && ($0.beginning.map { $0 < TimelineOrigin.leastLead } ?? false)
            }
        }

        private var isKnown: Bool { streams.values.allSatisfy { !$0.isMedium || $0.beginning != nil } }

        /// The start of the video. If audio starts earlier by more than its possible priming, it is the start
        /// of the audio.
        private var earliest: Duration? {
            let video = streams.values.filter(\.isVideo).compactMap(\.beginning).min()
            let audio = streams.values.filter { $0.isMedium && !$0.isVideo }.compactMap(\.beginning).min()
            let media = TimelineStart.origin(
                video: video.map { Int64($0.gstreamerTime) }, audio: audio.map { Int64($0.gstreamerTime) })
            return media.map { .nanoseconds($0) } ?? streams.values.compactMap(\.beginning).min()
        }

        /// The held objects of all pads in order; those of the pad `last` come last.
        mutating func takeHeld(last: UInt) -> [(Pad, [MiniObject])] {
            let keys = streams.keys.filter { $0 != last } + [last]
            return keys.compactMap { key in
                guard let pad = unsafe UnsafeMutablePointer<GstPad>(bitPattern: key),
                    let stream = streams[key]
                else { return nil }
                streams[key]?.held = []
                return (unsafe Pad(retaining: pad), stream.held)
            }
        }
    }

    /// Media that begins earlier than this stays where it is. An encoder may put as much silence before audio.
    fileprivate static let leastLead: Duration = .nanoseconds(TimelineStart.longestPriming)
}

extension TimelineOrigin.Stream {
    /// The maximum held duration of a stream while others have not started.
    private static let patience: Duration = .seconds(1)
    private static let mostHeld = 500

    fileprivate var hasComeFar: Bool {
        guard let beginning, let latest else { return held.count > Self.mostHeld }
        return latest - beginning >= Self.patience || held.count > Self.mostHeld
    }

    fileprivate mutating func forget() { self = TimelineOrigin.Stream(isMedium: isMedium, isVideo: isVideo) }
}

extension Segment {
    /// The buffer time that a demuxer left out of its media time.
    fileprivate var hidden: Duration? {
        isTime && raw.time == 0 ? .nanoseconds(Int64(clamping: raw.start)) : nil
    }
}
