internal import CGStreamer
internal import PlayheadSystem

extension TimestampNormalizer {
    enum Kind: Sendable { case pictures, sound, other }

    /// The output of one demuxer pad, until the start of all streams is known.
    struct Stream: Sendable {
        var kind: Kind
        var segment: Segment?
        /// The start of the stream, and the latest timestamp.
        var beginning: Duration?
        var latest: Duration?
        /// Whether a gap event has announced missing data.
        var isSilent = false
        /// Whether a flush has passed, and the segment after it has not.
        var awaitsSegment = false
        var held: [MiniObject] = []
    }

    enum Verdict: Sendable { case pass, hold, release }

    struct State: Sendable {
        var streams: [UInt: Stream] = [:]
        /// The offset between the start of the timeline and the start of the media; nil while it is unknown.
        var origin: Duration?
        /// The target of the last seek.
        var goal: Segment?
        var isExact = false
        let suppliesSegments = Workaround.tsMissingSegment.isNeeded

        mutating func take(_ item: MiniObject, of key: UInt) -> Verdict {
            switch item.content {
            case .flush:
                for key in streams.keys { streams[key]?.forget() }
                return .pass
            case .segment: streams[key]?.awaitsSegment = false
            default: break
            }
            guard origin == nil, var stream = streams[key] else { return .pass }
            switch item.content {
            case .flush: return .pass
            case .before: return .pass
            case .segment(let segment):
                // A held sticky event is sent again with each buffer.
                if stream.held.contains(where: { $0.isSame(as: item) }) { return .hold }
                stream.segment = segment
                stream.held.append(item)
                streams[key] = stream
                return segment.isFromBeginning ? .hold : settle(.zero)
            case .other:
                if stream.held.isEmpty { return .pass }
                if stream.held.contains(where: { $0.isSame(as: item) }) { return .hold }
            case .gap: stream.isSilent = true
            case .end: return settle(earliest ?? .zero)
            case .data(let time):
                guard stream.segment != nil else { return .pass }
                if let time {
                    stream.beginning = stream.beginning ?? time
                    stream.latest = max(stream.latest ?? time, time)
                }
            }
            stream.held.append(item)
            streams[key] = stream
            return isKnown || stream.hasComeFar ? settle(earliest ?? .zero) : .hold
        }

        private mutating func settle(_ origin: Duration) -> Verdict {
            self.origin = max(origin, .zero)
            return .release
        }

        /// Whether the start of all audio and video streams is known.
        private var isKnown: Bool {
            streams.values.allSatisfy { $0.kind == .other || $0.beginning != nil || $0.isSilent }
        }

        /// The start of the first video frame. If audio starts earlier by more than its possible priming, it
        /// is the start of the audio.
        private var earliest: Duration? {
            let pictures = streams.values.filter { $0.kind == .pictures }.compactMap(\.beginning).min()
            let sound = streams.values.filter { $0.kind == .sound }.compactMap(\.beginning).min()
            guard let pictures, let sound else {
                return pictures ?? sound ?? streams.values.compactMap(\.beginning).min()
            }
            return sound < pictures - TimestampNormalizer.longestPriming ? sound : pictures
        }

        /// The segment for a flush without a segment. tsdemux forgets the segment if it is fed over HTTP
        /// (1.22.0).
        mutating func takeMissingSegment(of key: UInt) -> Segment? {
            guard suppliesSegments, streams[key]?.awaitsSegment == true else { return nil }
            streams[key]?.awaitsSegment = false
            return goal
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

    /// The maximum audio that a codec may put before the first video frame as inaudible priming.
    private static let longestPriming: Duration = .milliseconds(100)
}

extension TimestampNormalizer.Stream {
    /// The maximum held duration of a stream while others have not started.
    private static let patience: Duration = .seconds(1)
    private static let mostHeld = 500

    fileprivate var hasComeFar: Bool {
        guard let beginning, let latest else { return held.count > Self.mostHeld }
        return latest - beginning >= Self.patience || held.count > Self.mostHeld
    }

    fileprivate mutating func forget() {
        self = TimestampNormalizer.Stream(kind: kind, awaitsSegment: true)
    }
}

extension Segment {
    /// Whether a first segment starts at the beginning of the medium.
    fileprivate var isFromBeginning: Bool {
        guard isTime, isForwards, let start else { return false }
        return start == lowerBound
    }
}
