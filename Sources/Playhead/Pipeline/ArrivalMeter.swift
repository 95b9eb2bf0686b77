internal import GStreamer
internal import Synchronization

/// How far media has arrived from the network: counted where it comes out of the demuxer, before it is queued and decoded.
final class ArrivalMeter: Sendable {
    fileprivate struct Stream: Sendable {
        var segment: Segment?
        /// Where the last media that arrived ends; nil when none has.
        var end: Duration?
        var isAtEnd = false
        /// Whether its end has left the queue too.
        var hasLeft = false
        /// How many buffers the queue holds.
        var held = 0
        /// How it is presented; nil for others, which are sparse and say nothing of how far media has arrived.
        var kind: PresentationMeter.Output?
    }

    private struct State {
        /// By the names of their pads, without the direction.
        var streams: [String: Stream] = [:]
        /// An element that holds more media before what it has given out.
        var source: Element?
    }

    private let state = Mutex(State())
    private let input = Atomic(0)
    private let passed = Atomic(0)
    /// Whether the next buffer is waited for.
    private let isAwaited = Atomic(false)

    /// How many pieces of its segments a demuxer of segments has been at work on.
    var pieces: Int { input.load(ordering: .relaxed) }

    /// How much has gone into the queues of a decoder, and out of them.
    var passages: Int { passed.load(ordering: .relaxed) }

    /// Whether a queue is empty though there is something for it, and another one is not.
    var areHeldUp: Bool {
        let (streams, source) = state.withLock { ($0.streams.values, $0.source) }
        let counted = streams.filter { $0.kind != nil && !$0.isAtEnd }
        return streams.contains { $0.held > 0 }
            && counted.contains { stream in
                stream.held == 0 && stream.kind.map { source?.heldLevel(of: $0) != .zero } == true
            }
    }

    /// Counts what is read at the beginning of what takes segments apart.
    func countInput(at entry: Pad) {
        entry.watch { [weak self] passage in
            if case .buffer = passage { self?.input.add(1, ordering: .relaxed) }
        }
    }

    /// Counts what arrives at the queues of a decoder; `onEnd` is called when the end of a stream has left them, `onArrival` with the
    /// first buffer that comes after `awaitArrival`.
    func watch(
        _ queues: Element, onArrival: @escaping @Sendable () -> Void, onEnd: @escaping @Sendable () -> Void
    ) {
        queues.onPadAdded { [weak self] pad in self?.count(pad, onArrival: onArrival, onEnd: onEnd) }
    }

    /// Has the next buffer told, once.
    func awaitArrival() { isAwaited.store(true, ordering: .relaxed) }

    /// Adds what this demuxer of segments holds.
    func follow(_ source: Element) { state.withLock { $0.source = source } }

    /// The demuxer of segments that is followed.
    var source: Element? { state.withLock(\.source) }

    /// Whether all that is heard and seen has arrived.
    var isComplete: Bool {
        let counted = state.withLock { $0.streams.values.filter { $0.kind != nil } }
        return !counted.isEmpty && counted.allSatisfy(\.isAtEnd)
    }

    /// Whether a demuxer of segments has all that is to come. It tells no levels any more then (1.22.0).
    var isFetched: Bool {
        guard let source, end != nil else { return false }
        return source.heldLevels.isEmpty
    }

    /// Whether a demuxer of segments has got something: what it fetches ahead may be missing before that has been shown.
    var hasBegun: Bool {
        guard let source else { return false }
        return end != nil || source.heldLevels.contains { $0 > .zero }
    }

    /// Forgets everything, as when the pipeline is taken down.
    func clear() { state.withLock { $0 = State() } }

    /// The kinds of streams of which nothing is left in the queues.
    var endedKinds: [PresentationMeter.Output] {
        let streams = state.withLock { $0.streams.values.filter { $0.kind != nil } }
        return streams.filter(\.hasLeft).compactMap(\.kind).filter { kind in
            streams.allSatisfy { $0.kind != kind || $0.hasLeft }
        }
    }

    /// Whether something is queued that is neither heard nor seen, but read.
    var holdsText: Bool { state.withLock { $0.streams.values.contains { $0.kind == nil && $0.held > 0 } } }

    /// Up to where media is held; nil when nothing has arrived.
    var end: Duration? {
        let (streams, source) = state.withLock { ($0.streams.values, $0.source) }
        let counted = streams.filter { $0.kind != nil }
        guard let furthest = counted.compactMap(\.end).max() else { return nil }
        let ends = PresentationMeter.Output.allCases.compactMap { kind -> Duration? in
            // A stream that has ended, or gave way to another, is waited for no longer.
            let end = counted.filter { $0.kind == kind && !$0.isAtEnd }.compactMap(\.end).max()
            return end.map { $0 + (source?.heldLevel(of: kind) ?? .zero) }
        }
        return ends.min() ?? furthest
    }

    private func count(
        _ pad: Pad, onArrival: @escaping @Sendable () -> Void, onEnd: @escaping @Sendable () -> Void
    ) {
        let parts = pad.name.split(separator: "_", maxSplits: 1)
        guard parts.count == 2 else { return }
        let (name, arrives) = (String(parts[1]), parts[0] == "sink")
        pad.watch { [weak self] passage in
            self?.state.withLock { state in
                if arrives {
                    state.streams[name, default: Stream()].take(passage)
                } else {
                    state.streams[name, default: Stream()].giveOut(passage)
                }
            }
            if passage.isNews { self?.passed.add(1, ordering: .relaxed) }
            if !arrives, case .endOfStream = passage { onEnd() }
            if arrives, let self, passage.isNews, isAwaited.load(ordering: .relaxed),
                isAwaited.exchange(false, ordering: .relaxed)
            {
                onArrival()
            }
        }
    }
}

extension ArrivalMeter.Stream {
    fileprivate mutating func take(_ passage: Pad.Passage) {
        switch passage {
        case .segment(let new): segment = new
        case .format(let type):
            // Motion JPEG and its like are images one after another.
            let isVideo = type.hasPrefix("video/") || type.hasPrefix("image/")
            kind = isVideo ? .video : type.hasPrefix("audio/") ? .audio : nil
        case .flush:
            end = nil
            isAtEnd = false
            hasLeft = false
            held = 0
        case .endOfStream: isAtEnd = true
        case .gap, .begun: break
        case .buffer(let start, let duration):
            held += 1
            guard let start, let segment, segment.isTime,
                let last = segment.streamTime(start + (duration ?? .zero))
            else { return }
            end = max(end ?? last, last)
        }
    }
}

extension ArrivalMeter.Stream {
    fileprivate mutating func giveOut(_ passage: Pad.Passage) {
        switch passage {
        case .endOfStream: hasLeft = true
        case .buffer:
            hasLeft = false
            held -= 1
        default: break
        }
    }
}

extension Element {
    /// The media that a demuxer of segments holds, of each kind.
    var heldLevels: [Duration] {
        [time("current-level-time-video"), time("current-level-time-audio")].compactMap { $0 }
    }

    /// The same, of one kind; nil where it does not say.
    fileprivate func heldLevel(of kind: PresentationMeter.Output) -> Duration? {
        time(kind == .video ? "current-level-time-video" : "current-level-time-audio")
    }
}

extension Pad.Passage {
    /// Whether it changes how much has arrived.
    fileprivate var isNews: Bool {
        switch self {
        case .buffer, .endOfStream: true
        default: false
        }
    }
}
