internal import GStreamer
internal import Synchronization

/// How far media has arrived from the network: counted where it comes out of the demuxer, before it is queued and decoded.
final class ArrivalMeter: Sendable {
    fileprivate struct Stream: Sendable {
        var segment: Segment?
        /// Where the last media that arrived ends; nil when none has.
        var end: Duration?
        var isAtEnd = false
        /// Whether it is one that is heard or seen; others are sparse and say nothing of how far media has arrived.
        var counts = false
    }

    private struct State {
        var streams: [Stream] = []
        /// An element that holds more media before what it has given out.
        var source: Element?
    }

    private let state = Mutex(State())

    /// Counts what arrives at the queues of a decoder.
    func watch(_ queues: Element) {
        queues.onPadAdded { [weak self] pad in
            if pad.name.hasPrefix("sink") { self?.count(pad) }
        }
    }

    /// Adds what this demuxer of segments holds.
    func follow(_ source: Element) { state.withLock { $0.source = source } }

    /// Forgets everything, as when the pipeline is taken down.
    func clear() { state.withLock { $0 = State() } }

    /// Up to where media is held; nil when nothing has arrived.
    var end: Duration? {
        let (streams, source) = state.withLock { ($0.streams, $0.source) }
        let counted = streams.filter { $0.counts }
        guard let furthest = counted.compactMap(\.end).max() else { return nil }
        // A stream that has ended is waited for no longer.
        let arrived = counted.filter { !$0.isAtEnd }.compactMap(\.end).min() ?? furthest
        return arrived + (source?.heldMedia ?? .zero)
    }

    private func count(_ pad: Pad) {
        let index = state.withLock { state in
            state.streams.append(Stream())
            return state.streams.count - 1
        }
        pad.watch { [weak self] passage in
            self?.state.withLock { state in
                guard state.streams.indices.contains(index) else { return }
                state.streams[index].take(passage)
            }
        }
    }
}

extension ArrivalMeter.Stream {
    fileprivate mutating func take(_ passage: Pad.Passage) {
        switch passage {
        case .segment(let new): segment = new
        case .format(let type): counts = type.hasPrefix("video/") || type.hasPrefix("audio/")
        case .flush:
            end = nil
            isAtEnd = false
        case .endOfStream: isAtEnd = true
        case .gap: break
        case .buffer(let start, let duration):
            guard let start, let segment, segment.isTime,
                let last = segment.streamTime(start + (duration ?? .zero))
            else { return }
            end = max(end ?? last, last)
        }
    }
}

extension Element {
    /// The media that a demuxer of segments holds, of the kind of which it holds least.
    fileprivate var heldMedia: Duration? {
        [time("current-level-time-video"), time("current-level-time-audio")].compactMap { $0 }
            .filter { $0 > .zero }.min()
    }
}
