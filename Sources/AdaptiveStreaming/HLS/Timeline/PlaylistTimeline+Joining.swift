extension PlaylistTimeline {
    /// What a version of a playlist brought.
    package enum News: Sendable, Equatable {
        /// Nothing: it is the one before, or an older one.
        case none
        /// Another window, with so many new segments.
        case moved(added: Int)
        /// The server's numbers began anew, or left some out. By date its segments are where they belong; without one, behind all others.
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
            // So that there is room for restarts on either side.
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

    /// The number that the last version begins with, which may lie before all that is known.
    private var begin: Int { latest.map { $0.sequence + shift } ?? current.lowerBound }

    /// Whether a version goes back farther than the last one, and what it names was known before, under the same numbers. If it does not end
    /// later either, another server of the same stream is behind.
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

    /// Puts the first version beside another variant's, which it does not continue; false where dates tell more.
    private mutating func join(_ playlist: MediaPlaylist, from number: Int) -> Bool {
        let end = first + entries.count
        // It goes back farther.
        if number < first, number + playlist.segments.count > first { return true }
        guard startByDate(playlist) == nil, let tail = entries.last else { return false }
        if number > end, number - end <= Self.memory {
            // The other one was read a while ago.
            pending = tail.end + playlist.targetDuration * (number - end)
            shift = end - playlist.sequence
        } else {
            // Its numbers are others: variants of one stream end at the same time.
            shift = max(first, end - playlist.segments.count) - playlist.sequence
        }
        return true
    }

    /// Finds the number that a version begins with which does not continue what is known.
    private mutating func restart(_ playlist: MediaPlaylist) {
        restarts += 1
        let end = first + entries.count
        var number = end
        if let start = startByDate(playlist), let tail = entries.last {
            let half = playlist.segments[0].duration / 2
            if let same = entries.firstIndex(where: { $0.start >= start - half }) {
                number = first + same
            } else if start > tail.end {
                // What lies between is not there: the last one of the known lasts until its own end, and the next begins later.
                pending = start
            }
        }
        shift = number - playlist.sequence
    }

    /// Where a version begins by its dates; nil where it or what is known has none, or where they are days apart.
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

    /// Forgets what left the window long ago.
    private mutating func forget() {
        let surplus = current.lowerBound - first - Self.memory
        guard surplus > 0 else { return }
        entries.removeFirst(min(surplus, entries.count))
        first += surplus
    }

    /// An address without what changes with every version of a playlist: tokens.
    private static func path(_ uri: String) -> String { String(uri.prefix { $0 != "?" && $0 != "#" }) }
}
