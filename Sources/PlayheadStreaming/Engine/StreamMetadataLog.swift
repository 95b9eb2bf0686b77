internal import AdaptiveStreaming
internal import MediaFormats
internal import PlayheadCore

/// Something that a stream says of a time: an interval of its playlist (`EXT-X-DATERANGE`), a tag of ID3, an event message (`emsg`).
struct StreamMetadata: Sendable, Equatable {
    enum Content: Sendable, Equatable {
        case dateRange(MediaPlaylist.DateRange)
        /// A tag of ID3 (its scheme is “ID3”) or an event message; its own time is that of its container.
        case message(TimedMetadata)
    }

    /// In nanoseconds on the media timeline.
    var start: Int64
    /// Nil where it has none, or where that is not known yet.
    var end: Int64?
    var content: Content
}

/// What a stream has said of times so far, each thing once, in the order of their times.
package struct StreamMetadataLog: Sendable {
    /// What makes that two are the same.
    private enum Name: Sendable, Hashable {
        case dateRange(String)
        case message(scheme: String, value: String, id: UInt32)
        case tag(scheme: String, time: Int64, data: [UInt8])
    }

    /// Of the entries that are kept; the earliest ones go.
    static let most = 1024
    static let largest = 8 << 20

    private(set) var entries: [StreamMetadata] = []
    private var names: [Name] = []
    private var known: Set<Name> = []
    private var size = 0

    /// Takes the intervals of a version of a playlist. What was known is brought up to date: where it ends is often told later.
    mutating func take(_ ranges: [MediaPlaylist.DateRange], on timeline: PlaylistTimeline) {
        let ranges = ranges.suffix(Self.most)
        let dated = timeline.entries.filter { $0.date != nil }
        for range in ranges {
            guard let start = Self.time(of: range.start, on: dated) else { continue }
            var entry = StreamMetadata(start: start.inNanoseconds, content: .dateRange(range))
            let next = range.endsOnNext ? Self.next(range, in: ranges) : nil
            entry.end = (range.duration ?? next).map { entry.start + $0.inNanoseconds }
            insert(entry, .dateRange(range.id), size: 256)
        }
    }

    /// How long a range lasts that ends where the next one of its name begins.
    private static func next(
        _ range: MediaPlaylist.DateRange, in ranges: ArraySlice<MediaPlaylist.DateRange>
    ) -> Duration? {
        ranges.filter { $0.name == range.name && $0.start > range.start }.map { $0.start - range.start }.min()
    }

    /// Where a date lies, by the last segment that began before; nil where no segment has a date.
    private static func time(of date: Duration, on dated: [PlaylistTimeline.Entry]) -> Duration? {
        let nearest = dated.last { $0.date.map { $0 <= date } ?? false } ?? dated.first
        return nearest.flatMap { entry in entry.date.map { entry.start + (date - $0) } }
    }

    /// Takes what lay among the samples of a segment, whose times are moved by `shift`.
    mutating func take(_ message: TimedMetadata, shift: Int64) {
        let start = message.time &+ shift
        let name: Name =
            message.id.map { .message(scheme: message.scheme, value: message.value, id: $0) }
            ?? .tag(scheme: message.scheme, time: start, data: message.data)
        // Repetitions say nothing new.
        guard !known.contains(name) else { return }
        let entry = StreamMetadata(
            start: start, end: message.duration.map { start &+ $0 }, content: .message(message))
        insert(entry, name, size: 256 + message.data.count)
    }

    private mutating func insert(_ entry: StreamMetadata, _ name: Name, size added: Int) {
        if known.contains(name), let old = names.firstIndex(of: name) { remove(at: old) }
        // Mostly it comes behind all others.
        let place = (entries.lastIndex { $0.start <= entry.start } ?? -1) + 1
        entries.insert(entry, at: place)
        names.insert(name, at: place)
        known.insert(name)
        size += added
        while entries.count > Self.most || size > Self.largest, !entries.isEmpty { remove(at: 0) }
    }

    private mutating func remove(at place: Int) {
        if case .message(let message) = entries[place].content { size -= message.data.count }
        size -= 256
        entries.remove(at: place)
        known.remove(names.remove(at: place))
    }
}
