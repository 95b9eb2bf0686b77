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

    /// By the names of their pads, without the direction.
    private let streams = Mutex<[String: Stream]>([:])
    /// Whether the next buffer is waited for.
    private let isAwaited = Atomic(false)

    /// Counts what arrives at the queues of a decoder; `onEnd` is called when the end of a stream has left them, `onArrival` with the
    /// first buffer that comes after `awaitArrival`.
    func watch(
        _ queues: Element, onArrival: @escaping @Sendable () -> Void, onEnd: @escaping @Sendable () -> Void
    ) {
        queues.onPadAdded { [weak self] pad in self?.count(pad, onArrival: onArrival, onEnd: onEnd) }
    }

    /// Has the next buffer told, once.
    func awaitArrival() { isAwaited.store(true, ordering: .relaxed) }

    /// Whether all that is heard and seen has arrived.
    var isComplete: Bool {
        let counted = streams.withLock { $0.values.filter { $0.kind != nil } }
        return !counted.isEmpty && counted.allSatisfy(\.isAtEnd)
    }

    /// Forgets everything, as when the pipeline is taken down.
    func clear() { streams.withLock { $0 = [:] } }

    /// Whether something is queued that is neither heard nor seen, but read.
    var holdsText: Bool { streams.withLock { $0.values.contains { $0.kind == nil && $0.held > 0 } } }

    /// Up to where media is held; nil when nothing has arrived.
    var end: Duration? {
        let counted = streams.withLock { $0.values.filter { $0.kind != nil } }
        guard let furthest = counted.compactMap(\.end).max() else { return nil }
        // A stream that has ended, or gave way to another, is waited for no longer.
        let ends = PresentationMeter.Output.allCases.compactMap { kind -> Duration? in
            counted.filter { $0.kind == kind && !$0.isAtEnd }.compactMap(\.end).max()
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
            self?.streams.withLock { streams in
                if arrives {
                    streams[name, default: Stream()].take(passage)
                } else {
                    streams[name, default: Stream()].giveOut(passage)
                }
            }
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

extension Pad.Passage {
    /// Whether it changes how much has arrived.
    fileprivate var isNews: Bool {
        switch self {
        case .buffer, .endOfStream: true
        default: false
        }
    }
}
