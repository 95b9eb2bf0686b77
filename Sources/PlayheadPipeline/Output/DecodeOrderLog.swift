internal import GStreamer
internal import PlayheadCore
internal import Synchronization

/// The start times of the frames that entered a decoder since the last seek. The first frame behind an exact
/// seek is cut at the target, and no longer tells its own start.
final class DecodeOrderLog: Sendable {
    private struct Entry: Sendable {
        var start: Duration
        var end: Duration?
    }

    private struct Book: Sendable {
        var segment: Segment?
        var entries: [Entry] = []
        /// Whether frames without a start time entered. The log is of no use then.
        var isBroken = false
    }

    /// 256 frames, far more than a decoder and the elements behind it hold.
    private static let limit = 256
    private let book = Mutex(Book())

    /// Follows what enters the decoder upstream of a pad of decoded frames, before any of it is cut. The log
    /// stays empty if there is no decoder.
    init(decoding pad: Pad) {
        pad.decoderInput?.watch { [weak self] passage in self?.take(passage) }
    }

    /// The start times of all frames, the latest first.
    var starts: [Duration] { entries.map(\.start).sorted(by: >) }

    /// The start of the frame that a cut piece belongs to. Nil if it is not known.
    ///
    /// The end of the piece identifies the frame, because frames may claim to last beyond the start of the
    /// next one. If several frames claim this end, the decoder outputs the earliest of them first. `length` is
    /// the duration of a frame that does not tell it.
    func start(of part: Duration, endingAt end: Duration?, length: Duration?, isFirst: Bool) -> Duration? {
        let candidates = entries.filter { $0.start <= part }.sorted { $0.start > $1.start }
        let isSame: (Entry) -> Bool = { entry in
            guard let end, let entryEnd = entry.end ?? length.map({ entry.start + $0 }) else { return false }
            return abs((entryEnd - end).inNanoseconds) < 500_000
        }
        let same = candidates.filter(isSame)
        return ((isFirst ? same.last : same.first) ?? candidates.first)?.start
    }

    private var entries: [Entry] { book.withLock { $0.isBroken ? [] : $0.entries } }

    private func take(_ passage: Pad.Passage) {
        book.withLock { book in
            switch passage {
            case .segment(let segment): book.segment = segment
            case .flush:
                book.entries = []
                book.isBroken = false
            case .buffer(nil, _): book.isBroken = true
            case .buffer(let time?, let length):
                guard let start = book.segment?.unboundedStreamTime(time) else { return }
                if book.entries.count == Self.limit { book.entries.removeFirst(Self.limit / 2) }
                book.entries.append(Entry(start: start, end: length.map { start + $0 }))
            case .gap, .format, .begun, .endOfStream: break
            }
        }
    }
}
