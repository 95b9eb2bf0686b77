internal import PlayheadCore

/// The list of segments of a representation.
extension DASHManifest {
    /// A segment and its start: on the presentation timeline, or since 1970 in a live stream.
    struct Segment: Sendable, Equatable {
        var start: Duration
        var content: MediaPlaylist.Segment
    }

    /// The available segments of a representation, at most `limit`.
    ///
    /// - Parameters:
    ///   - period: the period of the representation.
    ///   - now: the server time since 1970. Later segments of a live stream are not available yet.
    ///   - index: the segment index of the file; nil when it has not been read.
    func segments(
        of representation: Representation, in period: Period, at now: Duration, index: SegmentIndex?,
        limit: Int
    ) -> [Segment] {
        let parts = representation.parts
        let base = began + period.start
        let origin = TickClock(parts).duration(parts.origin)
        func segment(
            _ start: Duration, _ duration: Duration, _ place: Place, by own: Duration? = nil
        ) -> Segment {
            var content = MediaPlaylist.Segment(uri: place.uri, duration: duration)
            content.mediaTime = own ?? origin + start
            content.range = place.range
            content.map = parts.map
            if isLive { content.date = max(.zero, base + start) }
            return Segment(start: base + start, content: content)
        }
        switch parts.form {
        case .whole(let uri):
            return [segment(.zero, period.duration ?? .zero, Place(uri: uri))]
        case .file(let uri, _):
            guard let index else { return [segment(.zero, period.duration ?? .zero, Place(uri: uri))] }
            // Without a declared time offset, the first segment begins with the period.
            let first =
                parts.origin > 0 ? origin : index.segments.first?.start ?? .zero
            let end = period.duration ?? .farthest
            // The bytes before the first segment are the initialization section.
            let head = index.segments.first?.range.offset ?? 0
            let map =
                head > 0 ? MediaPlaylist.Map(uri: uri, range: HLSByteRange(offset: 0, length: head)) : nil
            return index.segments.lazy.filter { $0.start + $0.duration > first && $0.start - first < end }
                .prefix(limit).map {
                    var found = segment(
                        $0.start - first, $0.duration, Place(uri: uri, range: $0.range), by: $0.start)
                    found.content.map = found.content.map ?? map
                    return found
                }
        case .template(let template):
            return times(of: parts, in: period, at: now, most: limit).map { time in
                let uri = DASHTemplate.fill(template) { name, _ in
                    switch name {
                    case "Number": .number(time.number)
                    case "Time": .number(time.ticks)
                    case "": .text("$")
                    default: nil
                    }
                }
                return segment(time.start, time.duration, Place(uri: uri))
            }
        case .list(let places):
            guard parts.timing != nil else {
                return places.count == 1 ? [segment(.zero, period.duration ?? .zero, places[0])] : []
            }
            return times(of: parts, in: period, at: now, most: min(limit, places.count)).compactMap { time in
                let place = time.number - parts.firstNumber
                return places.indices.contains(place)
                    ? segment(time.start, time.duration, places[place]) : nil
            }
        }
    }

    /// The maximum end of a segment, about three thousand years.
    private static let latest: Duration = .seconds(100_000_000_000)

    private struct Time {
        var number: Int
        /// The start in units of the timescale, as the segments count it.
        var ticks: Int
        /// The start since the beginning of the period.
        var start: Duration
        var duration: Duration
    }

    private func times(of parts: Parts, in period: Period, at now: Duration, most: Int) -> [Time] {
        let clock = TickClock(parts)
        // In a live stream, the number of segments depends on the elapsed time of the period.
        let elapsed = isLive ? now - began - period.start : nil
        switch parts.timing {
        case .even(let ticks): return even(ticks, clock, parts, period.duration, elapsed, most)
        case .runs(let runs):
            let times = Self.spread(runs, clock, parts, period.duration, most)
            // A live manifest lists the available segments. Segments before the available window are left
            // out.
            guard let depth, isLive, let end = times.last.map({ $0.start + $0.duration }) else {
                return times
            }
            return Array(times.drop { $0.start + $0.duration <= end - depth })
        case nil: return []
        }
    }

    private func even(
        _ ticks: Int, _ clock: TickClock, _ parts: Parts, _ length: Duration?, _ elapsed: Duration?,
        _ most: Int
    ) -> [Time] {
        let step = clock.duration(ticks)
        guard step > .microseconds(1) else { return [] }
        var first = 0
        var end: Int
        func count(_ value: Double) -> Int { value < 9e15 ? Int(max(0, value)) : 1 << 53 }
        if let length, elapsed == nil || length < elapsed ?? .zero {
            // A remainder of up to 0.5 ms is not a segment.
            end = count(((length - .microseconds(500)) / step).rounded(.up))
        } else if let elapsed {
            end = count((elapsed / step).rounded(.down))
        } else {
            end = parts.lastNumber.map { $0 - parts.firstNumber + 1 } ?? 0
        }
        if let last = parts.lastNumber { end = min(end, last - parts.firstNumber + 1) }
        if let elapsed, let depth { first = count(((elapsed - depth) / step).rounded(.up)) }
        first = max(first, end - most)
        guard first < end else { return [] }
        return (first..<end).compactMap { index in
            let (shift, overflow) = index.multipliedReportingOverflow(by: ticks)
            guard !overflow, shift < 1 << 61 else { return nil }
            let start = clock.duration(index, times: ticks)
            let next = clock.duration(index + 1, times: ticks)
            return Time(
                number: parts.firstNumber + index, ticks: parts.origin + shift, start: start,
                duration: min(next, max(start, length ?? next)) - start)
        }
    }

    private static func spread(
        _ runs: [Run], _ clock: TickClock, _ parts: Parts, _ length: Duration?, _ most: Int
    ) -> [Time] {
        var times: [Time] = []
        var next = 0
        var number = parts.firstNumber
        for (index, run) in runs.enumerated() {
            var start = run.start ?? next
            let following = runs.indices.contains(index + 1) ? runs[index + 1].start : nil
            let last = length.map { min(clock.ticks($0), 1 << 61) + parts.origin }
            let end = run.repeats < 0 ? following ?? last ?? start : nil
            var left = run.repeats < 0 ? Int.max : run.repeats + 1
            while left > 0, times.count < most, number - parts.firstNumber < 10 * most,
                end.map({ start < $0 }) ?? true, start < Int.max / 4
            {
                let from = clock.duration(start - parts.origin)
                let to = clock.duration(start + run.duration - parts.origin)
                if to > Self.latest || length.map({ from >= $0 }) ?? false { return times }
                if to > .zero {
                    times.append(Time(number: number, ticks: start, start: from, duration: to - from))
                }
                (start, number, left) = (start + run.duration, number + 1, left - 1)
            }
            next = start
        }
        return times
    }
}

/// Converts between durations and units of a representation's timescale.
private struct TickClock {
    private let scale: Int

    init(_ parts: DASHManifest.Parts) { scale = parts.scale }

    /// The duration of a number of units, to the nanosecond.
    func duration(_ ticks: Int) -> Duration { .units(ticks, of: scale) }

    func duration(_ count: Int, times ticks: Int) -> Duration {
        let (product, overflow) = count.multipliedReportingOverflow(by: ticks)
        return overflow ? HLSNumber.longest : duration(product)
    }

    func ticks(_ duration: Duration) -> Int {
        let value = (duration / .seconds(1)) * Double(scale)
        return value < 9e18 ? Int(value.rounded()) : .max
    }
}
