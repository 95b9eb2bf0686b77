extension PlaylistTimeline {
    /// The effect of a new playlist version.
    package enum News: Sendable, Equatable {
        /// No change: the version is the previous one, or an older one.
        case none
        /// A new window, with a number of new segments.
        case moved(added: Int)
        /// The server restarted or skipped segment numbers. The segments are placed by date, or at the end
        /// without a date.
        case restarted
    }

    /// Takes the next version.
    @discardableResult
    package mutating func take(_ playlist: MediaPlaylist) -> News {
        guard latest != playlist, !playlist.segments.isEmpty else {
            unchanged += 1
            return .none
        }
        if entries.isEmpty {
            // This leaves room for restarts on either side.
            shift = playlist.sequence > Int(Int32.max) / 2 ? -playlist.sequence : 0
            first = playlist.sequence + shift
            current = first..<first
        }
        let (number, overflow) = playlist.sequence.addingReportingOverflow(shift)
        var continues =
            !overflow && (begin...first + entries.count).contains(number)
            && (number >= first || number + playlist.segments.count > first)
        if isNew, !continues, !overflow, !entries.isEmpty { continues = join(playlist, from: number) }
        if !continues, !overflow, isKnown(playlist, from: number) {
            guard number + playlist.segments.count > current.upperBound else {
                unchanged += 1
                return .none
            }
            continues = true
        }
        if !continues { restart(playlist) }
        let before = first + entries.count
        add(playlist)
        unchanged = 0
        latest = playlist
        forget()
        return continues ? .moved(added: first + entries.count - before) : .restarted
    }

    /// The number of the first segment in the last version. It may precede all known segments.
    private var begin: Int { latest.map { $0.sequence + shift } ?? current.lowerBound }

    /// Whether a version begins before the last one and lists known segments under the same numbers. If it
    /// also ends no later, it comes from another server of the stream that is behind.
    private func isKnown(_ playlist: MediaPlaylist, from number: Int) -> Bool {
        guard number < begin, number >= 0 || shift < 0 else { return false }
        var matches = 0
        for (offset, segment) in playlist.segments.enumerated() {
            guard let entry = entry(number + offset) else { continue }
            guard let known = entry.path else { continue }
            guard known == Self.path(segment.uri) else { return false }
            matches += 1
        }
        return matches > 0
    }

    /// Aligns the first version with the playlist of another variant that it does not continue. Returns false
    /// when dates allow a better placement.
    private mutating func join(_ playlist: MediaPlaylist, from number: Int) -> Bool {
        let end = first + entries.count
        // The version begins before the known segments and overlaps them.
        if number < first, number + playlist.segments.count > first { return true }
        guard startByDate(playlist) == nil, let tail = entries.last else { return false }
        if number > end, number - end <= Self.memory {
            // The other playlist was read a while ago.
            pending = tail.end + playlist.targetDuration * (number - end)
            shift = end - playlist.sequence
        } else {
            // The numbers are unrelated. Variants of one stream end at the same time.
            shift = max(first, end - playlist.segments.count) - playlist.sequence
        }
        return true
    }

    /// Determines the first number of a version that does not continue the known segments.
    private mutating func restart(_ playlist: MediaPlaylist) {
        restarts += 1
        let end = first + entries.count
        var number = end
        if let start = startByDate(playlist), let tail = entries.last {
            let half = playlist.segments[0].duration / 2
            if let same = entries.firstIndex(where: { $0.start >= start - half }) {
                number = first + same
            } else if start > tail.end {
                // The segments in between are missing. The last known segment keeps its end, and the next one
                // begins later.
                pending = start
            }
        }
        shift = number - playlist.sequence
    }

    /// The start of a version by its dates; nil without dates, or with a distance of more than a day.
    private func startByDate(_ playlist: MediaPlaylist) -> Duration? {
        guard let known = entries.last(where: { $0.date != nil }), let knownDate = known.date else {
            return nil
        }
        var before = Duration.zero
        for segment in playlist.segments {
            if let date = segment.date {
                let start = known.start + (date - knownDate) - before
                let distance = start - known.start
                return distance > .seconds(-86_400) && distance < .seconds(86_400) ? start : nil
            }
            before += segment.duration
        }
        return nil
    }

    private mutating func add(_ playlist: MediaPlaylist) {
        let number = playlist.sequence + shift
        for (offset, segment) in playlist.segments.enumerated() {
            let index = number + offset - first
            guard index >= entries.count else {
                if entries.indices.contains(index), entries[index].path == nil {
                    entries[index].path = Self.path(segment.uri)
                }
                continue
            }
            let last = entries.last
            let start = pending ?? last?.end ?? .zero
            pending = nil
            var date = segment.date
            if date == nil, !segment.isDiscontinuity, let last { date = last.date.map { $0 + last.duration } }
            entries.append(
                Entry(
                    start: start, duration: segment.duration, date: date, path: Self.path(segment.uri),
                    isDiscontinuity: segment.isDiscontinuity))
        }
        current = max(number, first)..<number + playlist.segments.count
    }

    /// Removes segments that left the window long ago.
    private mutating func forget() {
        let surplus = current.lowerBound - first - Self.memory
        guard surplus > 0 else { return }
        entries.removeFirst(min(surplus, entries.count))
        first += surplus
    }

    /// A URI without query and fragment, where servers put tokens that change with each version.
    private static func path(_ uri: String) -> String { String(uri.prefix { $0 != "?" && $0 != "#" }) }
}
