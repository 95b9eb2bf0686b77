/// Which media time of A belongs to a media time of B: times of A are times of B plus a shift.
package struct TimeMap: Sendable, Equatable {
    /// A part of B with one shift.
    struct Segment: Sendable, Equatable {
        /// The start, in media time of B.
        var start: Double
        /// The shift; nil if A has nothing like it.
        var shift: Double?
    }

    private(set) var segments: [Segment]

    package init(shift: Double) { segments = [Segment(start: -.infinity, shift: shift)] }

    /// The shift at the beginning.
    package var firstShift: Double { segments.lazy.compactMap(\.shift).first ?? 0 }

    mutating func append(_ segment: Segment) { segments.append(segment) }

    /// The shift at a media time of B.
    func shift(at time: Double) -> Double? { segments.last { $0.start <= time }?.shift }

    /// The media time of A for one of B; nil if A has nothing like it.
    func timeInA(of time: Double) -> Double? { shift(at: time).map { time + $0 } }

    /// The media time of B for one of A; nil if B has nothing like it.
    func timeInB(of time: Double) -> Double? {
        for (index, segment) in segments.enumerated() {
            guard let shift = segment.shift else { continue }
            let end = index + 1 < segments.count ? segments[index + 1].start : .infinity
            if time - shift >= segment.start, time - shift < end { return time - shift }
        }
        return nil
    }
}
