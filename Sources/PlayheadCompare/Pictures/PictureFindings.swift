/// Turns the course of the pictures into findings.
struct PictureFindings {
    private let pass: PicturePass
    private let map: TimeMap
    private let missingLimit: Double

    /// Faulty pairs that are farther apart are different findings.
    private static let pause = 0.5
    /// The least mean difference of pictures that move, 0 to 255, and the share of it that is none.
    private static let (movement, stillness) = (0.5, 0.15)
    /// The least time for which a side is frozen.
    private static let frozenLength = 0.5

    init(_ pass: PicturePass, _ map: TimeMap, _ thresholds: Thresholds) {
        self.pass = pass
        self.map = map
        missingLimit = thresholds.limit(of: .missing) ?? .infinity
    }

    var all: [Finding] {
        let frozen = freezes(of: "B", pass.b, against: pass.a) + freezes(of: "A", pass.a, against: pass.b)
        return (missing + extra + frozen + faults(outside: frozen)).sorted {
            ($0.start ?? 0) < ($1.start ?? 0)
        }
    }

    // MARK: Parts that only one side has

    /// The parts of A that B lacks.
    private var missing: [Finding] {
        gaps(in: pass.a) { thumbnail in
            // A picture of B may be displayed for longer, but not the last one.
            guard let shown = pass.pairs.last(where: { $0.time <= thumbnail.time })?.timeB,
                shown < pass.b.course.end, let picture = pass.b.course.nearest(to: shown, within: 0.001)
            else { return false }
            return picture.likeness(to: thumbnail) > 0.999
                && abs(picture.brightness - thumbnail.brightness) < 2
        }.map { start, end in
            Finding(
                .missing, side: "B", start: start, end: end,
                text: "B lacks \(MediaTime(seconds: start)) to \(MediaTime(seconds: end))")
        }
    }

    /// The parts of B that A lacks.
    private var extra: [Finding] {
        gaps(in: pass.b) { _ in false }.map { start, end in
            Finding(
                .extra, side: "B", start: start, end: end,
                text: "B has \(MediaTime(seconds: start)) to \(MediaTime(seconds: end)) more")
        }
    }

    private func gaps(
        in record: PictureRecord, isShown: (Thumbnail) -> Bool
    ) -> [(start: Double, end: Double)] {
        let (thumbnails, interval) = (record.course.thumbnails, record.course.interval)
        var gaps: [(start: Double, end: Double)] = []
        var start: Double?
        for (index, thumbnail) in thumbnails.enumerated() {
            if record.isPaired[index] || isShown(thumbnail) {
                if let begin = start { gaps.append((begin, thumbnail.time)) }
                start = nil
            } else {
                start = start ?? thumbnail.time
            }
        }
        if let start { gaps.append((start, record.course.end + interval)) }
        return gaps.filter { $0.end - $0.start > missingLimit }
    }

    // MARK: Freezes

    /// The times in which a side does not change, and the other does.
    private func freezes(of side: String, _ record: PictureRecord, against other: PictureRecord) -> [Finding]
    {
        let thumbnails = record.course.thumbnails
        let movement = Movement(other)
        func timeInOther(_ time: Double) -> Double? {
            side == "B" ? map.timeInA(of: time) : map.timeInB(of: time)
        }
        let isStill = thumbnails.indices.map { index in
            guard index > 0, let time = timeInOther(thumbnails[index].time) else { return false }
            // Coding changes a frozen picture a little.
            let around = movement.mean(time - 0.5..<time + 0.5)
            return around > Self.movement && record.motions[index] < around * Self.stillness
        }
        var (findings, first): ([Finding], Int?) = ([], nil)
        for index in 0...thumbnails.count {
            if index < thumbnails.count, isStill[index] {
                first = first ?? index - 1
                continue
            }
            guard let begin = first else { continue }
            // A keyframe may show the same picture anew.
            if index + 1 < thumbnails.count, isStill[index + 1],
                thumbnails[index].likeness(to: thumbnails[begin]) > 0.98
            {
                continue
            }
            first = nil
            let start = thumbnails[begin].time
            guard thumbnails[index - 1].time - start >= Self.frozenLength, !thumbnails[begin].isFlat else {
                continue
            }
            // It lasts until the next picture.
            let end =
                index < thumbnails.count ? thumbnails[index].time : record.course.end + record.course.interval
            let shift = side == "B" ? (map.shift(at: start) ?? 0) : 0
            findings.append(
                Finding(
                    .frozen, side: side, start: start + shift, end: end + shift,
                    text: "frozen in \(side) " + Finding.words(start + shift, end + shift)))
        }
        return findings
    }

    // MARK: Unlike pictures

    private func faults(outside frozen: [Finding]) -> [Finding] {
        let step = max(pass.a.course.interval, pass.b.course.interval)
        var (findings, group): ([Finding], [PicturePair]) = ([], [])
        func close() {
            if let finding = finding(of: group, step: step) { findings.append(finding) }
            group = []
        }
        for pair in pass.pairs {
            guard let fault = pair.fault else { continue }
            if frozen.contains(where: { pair.time >= ($0.start ?? 0) && pair.time < ($0.end ?? .infinity) }) {
                continue
            }
            if let last = group.last, let before = last.fault {
                let isOther = (before.kind == .black) != (fault.kind == .black)
                if pair.time - last.time > Self.pause || pair.time < last.time || isOther { close() }
            }
            group.append(pair)
        }
        close()
        return findings
    }

    /// One finding for a range of faulty pairs: the most frequent fault.
    private func finding(of group: [PicturePair], step: Double) -> Finding? {
        guard let first = group.first, let last = group.last else { return nil }
        let counts = Dictionary(group.compactMap(\.fault).map { ($0, 1) }, uniquingKeysWith: +)
        guard
            let fault = counts.max(by: { ($0.value, $0.key.kind.rawValue) < ($1.value, $1.key.kind.rawValue) }
            )?.key
        else { return nil }
        let isLast = last.time >= (pass.pairs.last?.time ?? 0)
        let end = isLast ? nil : last.time + step
        let lowest = group.map(\.similarity.ssim).min() ?? 0
        let subject = fault.kind.rawValue + (fault.side.map { " in \($0)" } ?? "")
        let range =
            first.time == last.time && !isLast
            ? "at \(MediaTime(seconds: first.time))" : Finding.words(first.time, end)
        let value = fault.kind == .black ? "" : " (SSIM \(lowest.rounded(to: lowest < 0.9 ? 2 : 3, .down)))"
        return Finding(
            fault.kind, side: fault.side, start: first.time, end: end, value: lowest,
            text: "\(subject) \(range)\(value)")
    }
}

/// The mean movement of a side in any range of time.
private struct Movement {
    private let course: Course
    /// The sums of all motions before each picture.
    private let sums: [Double]

    init(_ record: PictureRecord) {
        course = record.course
        sums = record.motions.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    }

    func mean(_ range: Range<Double>) -> Double {
        let (start, end) = (course.index(from: range.lowerBound), course.index(from: range.upperBound))
        return start < end ? (sums[end] - sums[start]) / Double(end - start) : 0
    }
}
