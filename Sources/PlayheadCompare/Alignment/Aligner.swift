/// Finds the times at which two courses of pictures belong together.
struct Aligner: Sendable {
    let a: Course
    let b: Course
    private let reach: Double

    /// The farthest change of the shift that is looked for, in seconds.
    private static let radius = 60.0
    /// A smaller shift is none, in seconds.
    private static let rounding = 0.005
    /// The pictures that are compared in each second.
    private static let rate = 8.0
    /// The lengths of the part that is recognised behind a change, in seconds, with the least mean evidence for
    /// another shift. A short part has to be surely the same.
    private static let lengths: [(Double, Float)] = [(3, 0.7), (1, 0.9)]
    /// The least likeness of two pictures that may be the same.
    private static let alike: Float = 0.95
    /// A shift with this share of the evidence of the best is preferred if it is nearer.
    private static let share: Float = 0.97

    init(_ a: Course, _ b: Course) {
        (self.a, self.b) = (a, b)
        reach = max(a.interval, b.interval) * 0.75
    }

    /// The evidence for a shift: the number of samples that are alike, and their mean likeness.
    fileprivate struct Evidence {
        var sum: Float = 0
        var count = 0

        /// The mean, 0 to 1; 0.9 for a copy of low quality.
        var mean: Float { count > 0 ? sum / Float(count) : 0 }
    }

    /// The shift of the beginning; nil if no part of the beginnings is alike.
    ///
    /// - Parameter heard: The shift of the sound, which is preferred to one that fits equally well.
    func firstShift(heard: Double?) -> Double? {
        guard let firstA = a.thumbnails.first, let firstB = b.thumbnails.first else { return nil }
        let shifts =
            [0] + a.thumbnails.map { $0.time - firstB.time } + b.thumbnails.map { firstA.time - $0.time }
        let samples = b.samples(b.start..<b.end + 1, rate: Self.rate)
        let found = best(of: shifts, for: samples, near: heard ?? 0, gain: 1.02)
        // Containers round times.
        return found.map { abs($0) < Self.rounding ? 0 : $0 }
    }

    /// The shift with the most evidence; nil if none has any. Of peaks that are as high, the nearest to `near` is
    /// chosen, and kept unless one beside it is higher by the factor `gain`.
    private func best(
        of shifts: [Double], for samples: [Thumbnail], near: Double, gain: Float = 1.001
    ) -> Double? {
        let found = shifts.map { (shift: $0, evidence: evidence(samples, shift: $0)) }
            .filter { $0.evidence.count * 4 >= min(samples.count, Int(Self.rate)) && $0.evidence.mean > 0.5 }
        guard let most = found.map(\.evidence.sum).max() else { return nil }
        var peak = found.filter { $0.evidence.sum >= most * Self.share }
            .min { abs($0.shift - near) < abs($1.shift - near) }
        // From there to the top.
        while let last = peak {
            let higher = found.filter {
                abs($0.shift - last.shift) < 0.5 && $0.evidence.sum > last.evidence.sum * gain
            }
            guard let next = higher.max(by: { $0.evidence.sum < $1.evidence.sum }) else { break }
            peak = next
        }
        return peak?.shift
    }

    /// The evidence of samples of B for a shift. Pictures without content are none.
    private func evidence(_ samples: [Thumbnail], shift: Double) -> Evidence {
        var evidence = Evidence()
        for sample in samples where !sample.isFlat {
            guard let partner = a.nearest(to: sample.time + shift, within: reach) else { continue }
            evidence.add(sample.likeness(to: partner))
        }
        return evidence
    }

    /// The map of the whole, from a shift of the beginning. Parts that only one side has change the shift.
    ///
    /// - Parameter isLost: Whether a picture of B, by its index, has no similar partner with this shift.
    func map(from first: Double, isLost: (Int) -> Bool) -> TimeMap {
        var map = TimeMap(shift: first)
        var (shift, index) = (first, 0)
        while index < b.thumbnails.count {
            let time = b.thumbnails[index].time
            // The reading knows only the first shift.
            guard shift == first ? lasts(index, isLost) : isUnlike(index, shift: shift) else {
                index += 1
                continue
            }
            guard let next = recovery(from: time, shift: shift) else { return map }
            if next.shift == shift {
                index = max(b.index(from: next.time + 1), index + 1)
                continue
            }
            index = b.index(from: next.time)
            // The part may begin before the window in which it was recognised, or behind its start.
            let end = b.index(from: next.time + 3)
            while index < end - 1, likeness(index, next.shift) < Self.alike { index += 1 }
            while index > 0, b.thumbnails[index - 1].time >= time, fits(index - 1, next.shift, better: shift)
            {
                index -= 1
            }
            let begin = b.thumbnails[index].time
            if begin <= b.start {
                // The shift of the beginning was that of a later, longer part.
                map = TimeMap(shift: next.shift)
                shift = next.shift
                continue
            }
            if next.shift < shift, begin > time { map.append(.init(start: time, shift: nil)) }
            map.append(.init(start: begin, shift: next.shift))
            shift = next.shift
        }
        return map
    }

    /// Whether a property of pictures begins at an index, and lasts for half a second with few exceptions.
    private func lasts(_ index: Int, _ property: (Int) -> Bool) -> Bool {
        guard property(index) else { return false }
        let end = b.index(from: b.thumbnails[index].time + 0.5)
        return end - index >= 2 && (index..<end).count(where: property) * 4 >= (end - index) * 3
    }

    private func isUnlike(_ index: Int, shift: Double) -> Bool {
        lasts(index) { likeness($0, shift) < Self.alike }
    }

    private func likeness(_ index: Int, _ shift: Double) -> Float {
        let sample = b.thumbnails[index]
        return a.nearest(to: sample.time + shift, within: reach)?.likeness(to: sample) ?? 0
    }

    private func fits(_ index: Int, _ shift: Double, better other: Double) -> Bool {
        let likeness = likeness(index, shift)
        return likeness > Self.alike && likeness > self.likeness(index, other)
    }

    /// Where B continues with something that A has too, and its shift.
    private func recovery(from time: Double, shift: Double) -> (time: Double, shift: Double)? {
        var start = time
        while start < b.end, start < time + Self.radius {
            for (length, least) in Self.lengths {
                let samples = b.samples(start..<start + length, rate: Self.rate)
                let current = evidence(samples, shift: shift)
                if current.mean > 0.9, current.count * 2 > samples.count { return (start, shift) }
                guard let first = samples.first(where: { !$0.isFlat }) else { continue }
                let from = a.index(from: first.time + shift - Self.radius)
                let to = a.index(from: first.time + shift + Self.radius)
                let shifts = a.thumbnails[from..<to].map { $0.time - first.time }
                guard let found = best(of: shifts, for: samples, near: shift) else { continue }
                // Another shift has to fit clearly better.
                let other = evidence(samples, shift: found)
                if other.mean > least, other.sum > current.sum * 1.15 { return (start, found) }
                if other.sum <= current.sum * 1.15, current.mean > 0.5 { return (start, shift) }
            }
            start += 0.5
        }
        return nil
    }
}

extension Aligner.Evidence {
    /// Adds a likeness. Neighbouring pictures of a scene are alike too, so only the last tenth counts.
    fileprivate mutating func add(_ likeness: Float) {
        let part = max(likeness - 0.9, 0) * 10
        sum += part * part * part
        count += 1
    }
}
