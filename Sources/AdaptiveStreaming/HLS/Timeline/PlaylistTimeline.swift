/// The positions of the segments of one media playlist, over all its versions. The first segment of the first
/// version is at 0. A segment never changes its position.
package struct PlaylistTimeline: Sendable, Equatable {
    /// A segment with its position.
    package struct Entry: Sendable, Equatable {
        package var start: Duration
        var duration: Duration
        /// The date since 1970. Without a declared date, it follows from the previous segment.
        package var date: Duration?
        /// The path of the URI; nil when only the segment of another variant is known.
        var path: String?
        var isDiscontinuity: Bool
        package var end: Duration { start + duration }
    }

    /// The number of segments outside the window that keep their positions.
    static let memory = 512

    /// The known segments with consecutive numbers.
    package var entries: [Entry] = []
    /// The number of the first known segment. Numbers here continue over a restart of the server; the
    /// server's numbers differ by `shift`.
    var first = 0
    /// The numbers of the segments in the last version.
    package var current = 0..<0
    /// The offset from a server's number to a number here.
    package var shift = 0
    /// The number of consecutive versions without a change.
    var unchanged = 0
    /// The number of restarts of the server's numbers.
    package var restarts = 0
    package var latest: MediaPlaylist?
    /// The start of the next added segment, if it is not the end of the last one.
    var pending: Duration?

    /// Creates an empty timeline.
    package init() {}

    /// Creates the timeline of a playlist that is aligned with another variant of the stream.
    package init(besides kin: PlaylistTimeline) {
        self = kin
        (latest, unchanged, restarts) = (nil, 0, 0)
        for index in entries.indices { entries[index].path = nil }
        current = first..<first + entries.count
    }

    /// Whether no version of this playlist has been taken.
    package var isNew: Bool { latest == nil }

    /// The interval of the segments in the last version.
    package var window: Range<Duration> {
        guard let head = entry(current.lowerBound), let tail = entry(current.upperBound - 1) else {
            return .zero..<(.zero)
        }
        return head.start..<max(head.start, tail.end)
    }

    /// Whether no segments will be added.
    package var isComplete: Bool { latest?.isComplete ?? false }
    /// Whether no segments will be removed.
    var isAppendOnly: Bool { latest?.isAppendOnly ?? false }
    var targetDuration: Duration { latest?.targetDuration ?? .zero }
    /// The date of the start of the window, in seconds since 1970; nil when unknown.
    package var date: Double? { entry(current.lowerBound)?.date.map { $0 / .seconds(1) } }
    /// The discontinuities in the window.
    var discontinuities: [Duration] {
        current.compactMap(entry).filter(\.isDiscontinuity).map(\.start)
    }

    /// The interval of a segment by the server's number; nil when it is not known any more.
    package func interval(of number: Int) -> Range<Duration>? {
        let (own, overflow) = number.addingReportingOverflow(shift)
        return overflow ? nil : entry(own).map { $0.start..<$0.end }
    }

    /// The server's number of the segment that contains a position, the later one of two. Nil outside the
    /// window.
    package func number(at position: Duration) -> Int? {
        guard window.contains(position) else { return nil }
        var low = current.lowerBound
        var high = current.upperBound
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if let entry = entry(middle), entry.start <= position { low = middle } else { high = middle }
        }
        return low - shift
    }

    /// Whether a position is before the window.
    func hasLeft(_ position: Duration) -> Bool { position < window.lowerBound }

    package func entry(_ number: Int) -> Entry? {
        let index = number - first
        return entries.indices.contains(index) ? entries[index] : nil
    }
}
