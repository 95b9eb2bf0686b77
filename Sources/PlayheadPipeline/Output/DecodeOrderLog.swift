internal import GStreamer
internal import PlayheadCore
internal import Synchronization

/// When the frames begin that went into a decoder since the last seek. What a decoder gives after an exact seek begins with the
/// target, and says no more where its first frame really begins.
final class DecodeOrderLog: Sendable {
    private struct Entry: Sendable {
        var start: Duration
        var end: Duration?
    }

    private struct Book: Sendable {
        var segment: Segment?
        var entries: [Entry] = []
        /// Whether frames came that do not say when they begin: then the others mean nothing.
        var isBroken = false
    }

    /// Far more than a decoder and what is behind it hold.
    private static let limit = 256
    private let book = Mutex(Book())

    /// Follows what goes into the decoder behind a pad that gives decoded frames, before any of it is left out; stays empty where
    /// there is none.
    init(decoding pad: Pad) {
        pad.decoderInput?.watch { [weak self] passage in self?.take(passage) }
    }

    /// The beginnings of frames before a position, the latest first.
    func starts(before position: Duration) -> [Duration] {
        entries.map(\.start).filter { $0 < position }.sorted(by: >)
    }

    /// Where a frame really begins, a part of which begins at a position; nil when that is not known. Its end tells which one it is,
    /// where frames claim to last longer than until the next; `length` is that of one which does not say.
    func start(of part: Duration, endingAt end: Duration?, length: Duration?) -> Duration? {
        let candidates = entries.filter { $0.start <= part }.sorted { $0.start > $1.start }
        let isSame: (Entry) -> Bool = { entry in
            guard let end, let entryEnd = entry.end ?? length.map({ entry.start + $0 }) else { return false }
            return abs((entryEnd - end).inNanoseconds) < 500_000
        }
        return (candidates.first(where: isSame) ?? candidates.first)?.start
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
