/// The known cues of one subtitle track, by time.
///
/// A stream delivers cues early and sometimes twice. It has no ends: an end is the start plus the duration.
/// All lookups use bisection.
package struct CueSchedule: Sendable, Equatable {
    /// The duration of a cue without one.
    package static let defaultLength: Duration = .seconds(5)
    /// The maximum number of simultaneous cues: those with the latest starts.
    static let mostAtOnce = 100
    private static let blockLength = 64

    /// The cues in order of start.
    package private(set) var cues: [SubtitleCue] = []
    /// The ends of the cues in ascending order.
    private var ends: [Duration] = []
    /// The latest end of each block of 64 cues.
    private var latestEnds: [Duration] = []

    /// An empty schedule.
    package init() {}

    /// A schedule of all cues of a track.
    package init(_ all: [SubtitleCue]) {
        var known: Set<SubtitleCue> = []
        cues = all.inOrder.filter { known.insert($0).inserted }
        ends = cues.map(\.end).sorted()
        noteLatestEnds(from: 0)
    }

    /// Adds a cue; a duplicate is ignored.
    package mutating func add(_ cue: SubtitleCue) {
        let index = cues.prefixLength { $0.start <= cue.start }
        var earlier = index
        while earlier > 0, cues[earlier - 1].start == cue.start {
            earlier -= 1
            if cues[earlier] == cue { return }
        }
        cues.insert(cue, at: index)
        ends.insert(cue.end, at: ends.prefixLength { $0 <= cue.end })
        noteLatestEnds(from: index / Self.blockLength)
    }

    private mutating func noteLatestEnds(from block: Int) {
        latestEnds.removeLast(latestEnds.count - min(block, latestEnds.count))
        for start in stride(from: block * Self.blockLength, to: cues.count, by: Self.blockLength) {
            let part = cues[start..<min(start + Self.blockLength, cues.count)]
            latestEnds.append(part.reduce(.zero) { max($0, $1.end) })
        }
    }

    /// The cues at a position, in order of start.
    package func due(at position: Duration) -> [SubtitleCue] {
        var found: [SubtitleCue] = []
        var index = cues.prefixLength { $0.start <= position }
        while index > 0, found.count < Self.mostAtOnce {
            let block = (index - 1) / Self.blockLength
            if latestEnds[block] <= position {
                index = block * Self.blockLength
                continue
            }
            index -= 1
            if cues[index].end > position { found.append(cues[index]) }
        }
        return found.reversed()
    }

    /// The cues at a position in the direction of play. Backwards, a cue that ends there is the next one.
    package func due(at position: Duration, backwards: Bool) -> [SubtitleCue] {
        due(at: backwards ? position - .nanoseconds(1) : position)
    }

    /// The cue changes after `start` up to and including `end`, in ascending order.
    package func changes(after start: Duration, through end: Duration) -> [Duration] {
        guard start < end else { return [] }
        let starts = cues[cues.prefixLength { $0.start <= start }..<cues.prefixLength { $0.start <= end }]
        let ends = ends[ends.prefixLength { $0 <= start }..<ends.prefixLength { $0 <= end }]
        var changes: [Duration] = []
        for change in (starts.map(\.start) + ends).sorted() where change != changes.last {
            changes.append(change)
        }
        return changes
    }

    /// The next cue change after a position in the direction of play.
    package func nextChange(after position: Duration, backwards: Bool = false) -> Duration? {
        if backwards {
            let (start, end) = (
                cues.prefixLength { $0.start < position }, ends.prefixLength { $0 < position }
            )
            return [start > 0 ? cues[start - 1].start : nil, end > 0 ? ends[end - 1] : nil].compactMap { $0 }
                .max()
        }
        let (start, end) = (cues.prefixLength { $0.start <= position }, ends.prefixLength { $0 <= position })
        return [start < cues.count ? cues[start].start : nil, end < ends.count ? ends[end] : nil].compactMap {
            $0
        }
        .min()
    }
}

extension Array {
    /// The length of the prefix whose elements meet a condition that no later element meets; found by
    /// bisection.
    fileprivate func prefixLength(where isInPrefix: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isInPrefix(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
