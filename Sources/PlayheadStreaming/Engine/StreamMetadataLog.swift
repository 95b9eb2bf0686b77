internal import AdaptiveStreaming
internal import MediaFormats
internal import PlayheadCore

/// Timed metadata of a stream: a date range (`EXT-X-DATERANGE`), an ID3 tag, or an event message (`emsg`).
struct StreamMetadata: Sendable, Equatable {
    enum Content: Sendable, Equatable {
        case dateRange(MediaPlaylist.DateRange)
        /// An ID3 tag (with the scheme “ID3”) or an event message. Its own time is that of its container.
        case message(TimedMetadata)
    }

    /// The start in nanoseconds on the media timeline.
    var start: Int64
    /// The end; nil when there is none or it is not known yet.
    var end: Int64?
    var content: Content
}

/// The timed metadata of a stream in time order, without duplicates.
package struct StreamMetadataLog: Sendable {
    /// The identity of an entry, for the detection of duplicates.
    private enum Name: Sendable, Hashable {
        case dateRange(String)
        case message(scheme: String, value: String, id: UInt32)
        case tag(scheme: String, time: Int64, data: [UInt8])
    }

    /// The maximum number of entries, and their maximum size in bytes. The earliest entries are removed
    /// first.
    static let most = 1024
    static let largest = 8 << 20

    private(set) var entries: [StreamMetadata] = []
    private var names: [Name] = []
    private var known: Set<Name> = []
    private var size = 0

    /// Adds the date ranges of a playlist version and updates known ones. The end of a range is often
    /// declared later.
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

    /// The duration of a range that ends at the start of the next range of its class.
    private static func next(
        _ range: MediaPlaylist.DateRange, in ranges: ArraySlice<MediaPlaylist.DateRange>
    ) -> Duration? {
        ranges.filter { $0.name == range.name && $0.start > range.start }.map { $0.start - range.start }.min()
    }

    /// The media time of a date, relative to the last segment that began before; nil when no segment has a
    /// date.
    private static func time(of date: Duration, on dated: [PlaylistTimeline.Entry]) -> Duration? {
        let nearest = dated.last { $0.date.map { $0 <= date } ?? false } ?? dated.first
        return nearest.flatMap { entry in entry.date.map { entry.start + (date - $0) } }
    }

    /// Adds a message from a segment whose timestamps are offset by `shift`.
    mutating func take(_ message: TimedMetadata, shift: Int64) {
        let start = message.time &+ shift
        let name: Name =
            message.id.map { .message(scheme: message.scheme, value: message.value, id: $0) }
            ?? .tag(scheme: message.scheme, time: start, data: message.data)
        // A repetition has no new information.
        guard !known.contains(name) else { return }
        let entry = StreamMetadata(
            start: start, end: message.duration.map { start &+ $0 }, content: .message(message))
        insert(entry, name, size: 256 + message.data.count)
    }

    private mutating func insert(_ entry: StreamMetadata, _ name: Name, size added: Int) {
        if known.contains(name), let old = names.firstIndex(of: name) { remove(at: old) }
        // An entry usually belongs at the end.
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
