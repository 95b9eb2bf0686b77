internal import GStreamer
internal import PlayheadCore
internal import Synchronization

/// Tracks how far media has arrived from the network. It counts at the exit of the demuxer, before queues and
/// decoders.
final class BufferTracker: Sendable {
    fileprivate struct Stream: Sendable {
        var segment: Segment?
        /// The end of the last media that arrived. Nil if none has.
        var end: Duration?
        var isAtEnd = false
        /// Whether the end of the stream has left the queue too.
        var hasLeft = false
        /// The number of buffers in the queue.
        var held = 0
        /// The output of the stream. Nil for subtitles, which are sparse and do not show how far media has
        /// arrived.
        var kind: PresentationMeter.Output?
        /// The pads at which it enters and leaves the queue.
        var entry: Pad?
        var exit: Pad?
        /// The number of the last mark that was sent behind it, and of the last that has left the queue.
        var sent: UInt32 = 0
        var passed: UInt32 = 0
    }

    /// The streams by the names of their pads, without the direction.
    private let streams = Mutex<[String: Stream]>([:])
    /// Whether `onArrival` is due with the next buffer.
    private let isAwaited = Atomic(false)

    /// Counts what enters the queues of a decoder.
    ///
    /// - Parameters:
    ///   - onEnd: called when the end of a stream has left the queues.
    ///   - onArrival: called with the first buffer after ``awaitArrival()``.
    ///   - onMark: called when a mark has left the queue.
    func watch(
        _ queues: Element, onArrival: @escaping @Sendable () -> Void, onEnd: @escaping @Sendable () -> Void,
        onMark: @escaping @Sendable () -> Void
    ) {
        queues.onPadAdded { [weak self] pad in
            self?.count(pad, onArrival: onArrival, onEnd: onEnd, onMark: onMark)
        }
    }

    /// Requests one call of `onArrival` with the next buffer.
    func awaitArrival() { isAwaited.store(true, ordering: .relaxed) }

    /// Whether all audio and video has arrived.
    var isComplete: Bool {
        let counted = streams.withLock { $0.values.filter { $0.kind != nil } }
        return !counted.isEmpty && counted.allSatisfy(\.isAtEnd)
    }

    /// Forgets all streams, because the pipeline is being stopped.
    func clear() { streams.withLock { $0 = [:] } }

    /// Sends a mark behind the media that has arrived. Called on the thread that reads, when it is about to
    /// wait. When the mark leaves the queue, all of that media has left it.
    func mark() {
        let marks = streams.withLock { streams in
            streams.keys.compactMap { name -> (Pad, UInt32)? in
                streams[name, default: Stream()].sent += 1
                return streams[name].flatMap { stream in stream.entry.map { ($0, stream.sent) } }
            }
        }
        for (entry, number) in marks { entry.sendMark(number) }
    }

    /// The state of the media that has arrived, while no more arrives.
    enum Outlook: Sendable {
        /// All of it has left the queue, and more is expected.
        case drained
        /// All of it has left the queue, including the end of the stream.
        case ended
        /// A buffer is being decoded, or waits for its time.
        case busy
    }

    /// The state of the stream that leaves the queues at a pad. Nil if no stream does.
    func outlook(at exit: Pad) -> Outlook? {
        streams.withLock { streams in streams.values.first { $0.exit?.isSame(as: exit) == true }?.outlook }
    }

    /// The state of the streams that leave at other pads. Nil if one of them is being decoded, otherwise
    /// whether one expects more. Streams that are decoded before the outputs are chosen are held until all
    /// are.
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

    /// Whether a subtitle is queued.
    var holdsText: Bool { streams.withLock { $0.values.contains { $0.kind == nil && $0.held > 0 } } }

    /// The end of the buffered media. Nil if no media has arrived.
    var end: Duration? {
        let counted = streams.withLock { $0.values.filter { $0.kind != nil } }
        guard let furthest = counted.compactMap(\.end).max() else { return nil }
        // A stream that has ended, or was replaced by another, is ignored.
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
            // Motion JPEG and similar formats have image types.
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
    /// Whether it changes how much media has arrived.
    fileprivate var isNews: Bool {
        switch self {
        case .buffer, .endOfStream: true
        default: false
        }
    }
}
