internal import CGStreamer

extension TimestampNormalizer {
    enum Kind: Sendable { case pictures, sound, other }

    /// What leaves a demuxer through one of its pads, until it is known where all begin.
    struct Stream: Sendable {
        var kind: Kind
        var segment: Segment?
        /// Where it begins, and how far it has come.
        var beginning: Duration?
        var latest: Duration?
        /// Whether it has said that nothing comes for now.
        var isSilent = false
        /// Whether a jump has been announced, and not yet where it led.
        var awaitsSegment = false
        var held: [MiniObject] = []
    }

    enum Verdict: Sendable { case pass, hold, release }

    struct State: Sendable {
        var streams: [UInt: Stream] = [:]
        /// How much later than the timeline the media begins; nil while that is not known.
        var origin: Duration?
        /// Where the last jump was to lead.
        var goal: Segment?
        var isExact = false

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
                // A sticky event that was held comes again with each buffer.
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

        /// Whether it is known of all that is seen and heard where it begins.
        private var isKnown: Bool {
            streams.values.allSatisfy { $0.kind == .other || $0.beginning != nil || $0.isSilent }
        }

        /// Where the first picture begins, or the sound if that is well before it: less may be what a codec needs to begin.
        private var earliest: Duration? {
            let pictures = streams.values.filter { $0.kind == .pictures }.compactMap(\.beginning).min()
            let sound = streams.values.filter { $0.kind == .sound }.compactMap(\.beginning).min()
            guard let pictures, let sound else {
                return pictures ?? sound ?? streams.values.compactMap(\.beginning).min()
            }
            return sound < pictures - TimestampNormalizer.longestPriming ? sound : pictures
        }

        /// Where a jump leads of which that was not said: tsdemux forgets to where it is fed over HTTP (1.22.0).
        mutating func takeMissingSegment(of key: UInt) -> Segment? {
            guard streams[key]?.awaitsSegment == true else { return nil }
            streams[key]?.awaitsSegment = false
            return goal
        }

        /// What was held of each pad, in order; that of one pad comes last.
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

    /// How much sound a codec may put before the first picture without it being heard.
    private static let longestPriming: Duration = .milliseconds(100)
}

extension TimestampNormalizer.Stream {
    /// How much of it is waited with for the others.
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
    /// Whether, as a first one, it tells that playback begins at the beginning.
    fileprivate var isFromBeginning: Bool {
        guard isTime, isForwards, let start else { return false }
        return start == lowerBound
    }
}
