internal import GStreamer
internal import PlayheadCore
internal import Synchronization

/// How far media has arrived from the network: counted where it comes out of the demuxer, before it is queued and decoded.
final class BufferTracker: Sendable {
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
        /// Where it goes into the queue, and out of it.
        var entry: Pad?
        var exit: Pad?
        /// The last mark that was sent behind it, and the last that came out.
        var sent: UInt32 = 0
        var passed: UInt32 = 0
    }

    /// By the names of their pads, without the direction.
    private let streams = Mutex<[String: Stream]>([:])
    /// Whether the next buffer is waited for.
    private let isAwaited = Atomic(false)

    /// Counts what arrives at the queues of a decoder; `onEnd` is called when the end of a stream has left them, `onArrival` with the
    /// first buffer that comes after `awaitArrival`, `onMark` when a mark has come through.
    func watch(
        _ queues: Element, onArrival: @escaping @Sendable () -> Void, onEnd: @escaping @Sendable () -> Void,
        onMark: @escaping @Sendable () -> Void
    ) {
        queues.onPadAdded { [weak self] pad in
            self?.count(pad, onArrival: onArrival, onEnd: onEnd, onMark: onMark)
        }
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

    /// Sends a mark behind what has arrived: on the thread that reads, when that is about to wait. With it all is known to be taken that had
    /// arrived.
    func mark() {
        let marks = streams.withLock { streams in
            streams.keys.compactMap { name -> (Pad, UInt32)? in
                streams[name, default: Stream()].sent += 1
                return streams[name].flatMap { stream in stream.entry.map { ($0, stream.sent) } }
            }
        }
        for (entry, number) in marks { entry.sendMark(number) }
    }

    /// What becomes of what has arrived, while no more comes.
    enum Outlook: Sendable {
        /// All of it has been taken, and more is waited for.
        case drained
        /// All of it has been taken, to its end.
        case ended
        /// Something is being decoded, or waits for its time.
        case busy
    }

    /// What becomes of the stream that leaves the queues at a pad; nil where none does.
    func outlook(at exit: Pad) -> Outlook? {
        streams.withLock { streams in streams.values.first { $0.exit?.isSame(as: exit) == true }?.outlook }
    }

    /// What becomes of the streams that do not leave at these pads: nil where something is being decoded, and otherwise whether one of
    /// them waits for more. What is decoded before the outputs are chosen is held until all is.
    func areStarved(besides exits: [Pad]) -> Bool? {
        let others = streams.withLock { streams in
            streams.values.filter { stream in
                guard let exit = stream.exit else { return true }
                return !exits.contains { $0.isSame(as: exit) }
            }
        }
        let busy = others.filter { $0.outlook == .busy }
        guard busy.allSatisfy({ $0.exit?.isHeld == true }) else { return nil }
        return others.isEmpty || others.contains { $0.outlook == .drained }
    }

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
        _ pad: Pad, onArrival: @escaping @Sendable () -> Void, onEnd: @escaping @Sendable () -> Void,
        onMark: @escaping @Sendable () -> Void
    ) {
        let parts = pad.name.split(separator: "_", maxSplits: 1)
        guard parts.count == 2 else { return }
        let (name, arrives) = (String(parts[1]), parts[0] == "sink")
        streams.withLock { streams in
            if arrives {
                streams[name, default: Stream()].entry = pad
            } else {
                streams[name, default: Stream()].exit = pad
            }
        }
        if !arrives {
            pad.takeMarks { [weak self] number in
                self?.streams.withLock { $0[name]?.passed = number }
                onMark()
            }
        }
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

extension BufferTracker.Stream {
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

extension BufferTracker.Stream {
    fileprivate var outlook: BufferTracker.Outlook {
        if isAtEnd { return hasLeft ? .ended : .busy }
        return sent > 0 && passed == sent ? .drained : .busy
    }

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
