/// The parts of the sound that only one side has.
enum SoundPresence {
    /// The times of A without sound in B, in media time of A.
    static func missing(_ a: SoundTrack, _ b: SoundTrack, _ map: TimeMap) -> [Range<Double>] {
        let covered = b.ranges.flatMap { range in
            parts(of: range, map).compactMap { part, shift in
                shift.map { part.lowerBound + $0..<part.upperBound + $0 }
            }
        }
        return subtract(covered, from: a.ranges)
    }

    /// The times of B without sound in A, in media time of B.
    static func extra(_ a: SoundTrack, _ b: SoundTrack, _ map: TimeMap) -> [Range<Double>] {
        b.ranges.flatMap { range in
            parts(of: range, map).flatMap { part, shift in
                guard let shift else { return [part] }
                return subtract(a.ranges.map { $0.lowerBound - shift..<$0.upperBound - shift }, from: [part])
            }
        }
    }

    /// A range of B, divided where the shift changes.
    private static func parts(of range: Range<Double>, _ map: TimeMap) -> [(Range<Double>, Double?)] {
        let ends = map.segments.dropFirst().map(\.start) + [.infinity]
        return zip(map.segments, ends).compactMap { segment, end in
            let (start, stop) = (max(segment.start, range.lowerBound), min(end, range.upperBound))
            return start < stop ? (start..<stop, segment.shift) : nil
        }
    }

    private static func subtract(_ ranges: [Range<Double>], from whole: [Range<Double>]) -> [Range<Double>] {
        let sorted = ranges.sorted { $0.lowerBound < $1.lowerBound }
        return whole.flatMap { part in
            var (rest, start): ([Range<Double>], Double) = ([], part.lowerBound)
            for range in sorted where range.upperBound > start && range.lowerBound < part.upperBound {
                if range.lowerBound > start { rest.append(start..<range.lowerBound) }
                start = max(start, range.upperBound)
            }
            if start < part.upperBound { rest.append(start..<part.upperBound) }
            return rest
        }
    }
}
