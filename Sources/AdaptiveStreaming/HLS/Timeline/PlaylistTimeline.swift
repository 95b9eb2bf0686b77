/// Where the segments of one media playlist lie, over all its versions. The first segment of the first version is at 0, and what was given a
/// place keeps it.
package struct PlaylistTimeline: Sendable, Equatable {
    /// A segment and its place.
    package struct Entry: Sendable, Equatable {
        package var start: Duration
        var duration: Duration
        /// Since 1970; where the playlist does not say, by what came before.
        package var date: Duration?
        /// Nil where another variant's is known alone.
        var path: String?
        var isDiscontinuity: Bool
        package var end: Duration { start + duration }
    }

    /// How many segments that left the window keep their places.
    static let memory = 512

    /// The segments that are known, without a gap in their numbers.
    package var entries: [Entry] = []
    /// The number of the first one that is known. Numbers here go on over a restart of the server; the server's own differ by `shift`.
    var first = 0
    /// The numbers of those that the last version names.
    package var current = 0..<0
    /// What is added to a server's number to get the one here.
    package var shift = 0
    /// How often in a row nothing was new.
    var unchanged = 0
    /// How often the server's numbers began anew.
    package var restarts = 0
    package var latest: MediaPlaylist?
    /// Where the next segment begins that is added, when that is not the end of the last one.
    var pending: Duration?

    /// One of which nothing is known.
    package init() {}

    /// That of a playlist which lies where another variant of the stream does.
    package init(besides kin: PlaylistTimeline) {
        self = kin
        (latest, unchanged, restarts) = (nil, 0, 0)
        for index in entries.indices { entries[index].path = nil }
        current = first..<first + entries.count
    }

    /// Whether no version of the playlist itself was taken.
    package var isNew: Bool { latest == nil }

    /// The segments that there are now.
    package var window: Range<Duration> {
        guard let head = entry(current.lowerBound), let tail = entry(current.upperBound - 1) else {
            return .zero..<(.zero)
        }
        return head.start..<max(head.start, tail.end)
    }

    /// Whether nothing will be added.
    package var isComplete: Bool { latest?.isComplete ?? false }
    /// Whether nothing will be taken away.
    var isAppendOnly: Bool { latest?.isAppendOnly ?? false }
    var targetDuration: Duration { latest?.targetDuration ?? .zero }
    /// The date of the beginning of the window, in seconds since 1970; nil where it is not known.
    package var date: Double? { entry(current.lowerBound)?.date.map { $0 / .seconds(1) } }
    /// Where in the window something begins that does not continue what is before.
    var discontinuities: [Duration] {
        current.compactMap(entry).filter(\.isDiscontinuity).map(\.start)
    }

    /// Where a segment lies, by the server's number; nil where it is not known any more.
    package func interval(of number: Int) -> Range<Duration>? {
        let (own, overflow) = number.addingReportingOverflow(shift)
        return overflow ? nil : entry(own).map { $0.start..<$0.end }
    }

    /// The server's number of the segment of the window that holds a position; of two, the later one. Nil outside the window.
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

    /// Whether a position lies before all that there is.
    func hasLeft(_ position: Duration) -> Bool { position < window.lowerBound }

    package func entry(_ number: Int) -> Entry? {
        let index = number - first
        return entries.indices.contains(index) ? entries[index] : nil
    }
}
