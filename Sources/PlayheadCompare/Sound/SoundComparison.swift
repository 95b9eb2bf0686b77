internal import Glibc

/// A window of sound in both sides.
struct SoundPoint: Sendable {
    /// The media time of the middle of the window, in A, in seconds.
    var time: Double
    var timeB: Double
    /// The time by which the sound of B is late, in seconds; nil if nothing is alike.
    var late: Double?
    var correlation: Double
    /// The volume of B against A in dB.
    var level: Double
    var isSilentA: Bool
    var isSilentB: Bool
}

/// Compares the sound of both sides in windows of a second.
struct SoundComparison {
    private let a: SoundTrack
    private let b: SoundTrack
    private let map: TimeMap
    private let fine: SoundCorrelation
    private let coarse: SoundCorrelation
    private let rate: Int

    static let window = 1.0
    static let hop = 0.25
    /// The greatest delay that is looked for, in seconds.
    private static let radius = 0.5
    private static let decimation = 4
    /// A window with less similar sound has no delay worth speaking of.
    static let alike = 0.7
    /// -60 dB relative to full scale, as in the ffmpeg filter `silencedetect`.
    private static let silence = 32.768
    /// The correlation at which the delay of the window before is kept without a search.
    private static let sure = 0.98

    init(_ a: SoundTrack, _ b: SoundTrack, _ map: TimeMap) {
        (self.a, self.b, self.map) = (a, b, map)
        rate = a.sampleRate
        fine = SoundCorrelation(a.samples, b.samples)
        coarse = SoundCorrelation(Self.decimated(a.samples), Self.decimated(b.samples))
    }

    private static func decimated(_ samples: [Int16]) -> [Int16] {
        stride(from: 0, to: samples.count - decimation + 1, by: decimation).map { start in
            let sum = samples[start..<start + decimation].reduce(0) { $0 + Int($1) }
            return Int16(sum / decimation)
        }
    }

    /// The windows in order.
    func points() -> [SoundPoint] {
        var (points, late): ([SoundPoint], Double) = ([], 0)
        let size = Int(Self.window * Double(rate))
        var time = b.start
        while time + Self.window <= b.end + 0.001 {
            defer { time += Self.hop }
            let begin = b.index(at: time)
            guard begin >= 0, begin + size <= b.samples.count,
                let shift = map.shift(at: time + Self.window / 2),
                map.shift(at: time) == shift
            else { continue }
            let start = a.index(at: time + shift)
            guard start >= 0, start + size <= a.samples.count else { continue }
            let point = point(begin..<begin + size, start, at: time, shift, last: late)
            if let found = point.late { late = found }
            points.append(point)
        }
        return points.indices.filter { !isCut($0, points) }.map { points[$0] }
    }

    /// Whether a window is unlike because the delay moves it out of A.
    private func isCut(_ index: Int, _ points: [SoundPoint]) -> Bool {
        guard points[index].late != nil, points[index].correlation < Self.alike else { return false }
        func isAlike(_ point: SoundPoint) -> Bool { point.late != nil && point.correlation >= Self.alike }
        let neighbours = [points[..<index].last(where: isAlike), points[index...].first(where: isAlike)]
        return neighbours.compactMap { $0?.late }.contains { late in
            let start = points[index].time - Self.window / 2 - late
            return start < a.start || start + Self.window > a.end
        }
    }

    private func point(_ range: Range<Int>, _ start: Int, at time: Double, _ shift: Double, last: Double)
        -> SoundPoint
    {
        let middle = time + Self.window / 2
        let size = range.count
        let loudness = (Self.rms(a.samples[start..<start + size]), Self.rms(b.samples[range]))
        var point = SoundPoint(
            time: middle + shift, timeB: middle, correlation: 1,
            level: 20 * log10(max(loudness.1, 1) / max(loudness.0, 1)), isSilentA: loudness.0 < Self.silence,
            isSilentB: loudness.1 < Self.silence)
        guard !point.isSilentA, !point.isSilentB else {
            if point.isSilentA == point.isSilentB { point.level = 0 }
            return point
        }
        let expected = start - Int((last * Double(rate)).rounded())
        let near = fine.best(range, among: expected - 8...expected + 8, near: expected)
        var found = near
        if (near?.value ?? 0) < Self.sure { found = search(range, around: start, near) ?? near }
        guard let found else { return point }
        point.correlation = found.value
        point.late = Double(start - found.start) / Double(rate)
        // The volume is that of the same sound.
        let (first, last) = (max(found.start, 0), min(found.start + size, a.samples.count))
        point.level = 20 * log10(max(loudness.1, 1) / max(Self.rms(a.samples[first..<last]), 1))
        return point
    }

    /// Looks for the place of a window everywhere: at a quarter of the rate, then around the best place.
    private func search(
        _ range: Range<Int>, around start: Int, _ near: (start: Int, value: Double)?
    ) -> (start: Int, value: Double)? {
        let reach = Int(Self.radius * Double(rate)) / Self.decimation
        let part = range.lowerBound / Self.decimation..<range.upperBound / Self.decimation
        let middle = start / Self.decimation
        guard let rough = coarse.best(part, among: middle - reach...middle + reach, near: middle) else {
            return nil
        }
        // The window of B may begin between two samples of the lower rate.
        let place = rough.start * Self.decimation + range.lowerBound % Self.decimation
        guard let exact = fine.best(range, among: place - 8...place + 8, near: place) else { return nil }
        if let near, near.value >= exact.value - 0.02 { return near }
        return exact
    }

    private static func rms(_ samples: ArraySlice<Int16>) -> Double {
        var sum = 0
        for sample in samples { sum &+= Int(sample) &* Int(sample) }
        return (Double(sum) / Double(max(samples.count, 1))).squareRoot()
    }

    /// The silence of a side around silent windows, exact to 10 ms, in media time of A.
    func silence(of side: String, from first: SoundPoint, to last: SoundPoint) -> Range<Double> {
        let (track, shift) = side == "A" ? (a, 0) : (b, first.time - first.timeB)
        let block = rate / 100
        func isSilent(_ start: Int) -> Bool {
            start >= 0 && start + block <= track.samples.count
                && Self.rms(track.samples[start..<start + block]) < Self.silence
        }
        var start = track.index(at: side == "A" ? first.time : first.timeB)
        var end = track.index(at: side == "A" ? last.time : last.timeB)
        while isSilent(start - block) { start -= block }
        while isSilent(end) { end += block }
        func time(_ index: Int) -> Double { track.start + Double(index) / Double(rate) + shift }
        return time(start)..<max(time(end), time(start))
    }

    /// The media time of A at which the delay changes between two windows.
    func change(from first: SoundPoint, to second: SoundPoint) -> Double {
        let (shift, block) = (second.time - second.timeB, rate / 100)
        let (early, late) = (first.late ?? 0, second.late ?? 0)
        let start = b.index(at: first.timeB - Self.window / 2)
        let end = b.index(at: second.timeB + Self.window / 2)
        var (balance, lowest, place) = (0.0, Double.infinity, second.time)
        for begin in stride(from: max(start, 0), to: min(end, b.samples.count) - block, by: block) {
            // Before the change the first delay fits better, and behind it the second.
            balance += error(begin, block, shift - early) - error(begin, block, shift - late)
            if balance < lowest {
                lowest = balance
                place = b.start + Double(begin + block) / Double(rate) + shift
            }
        }
        return place
    }

    /// The sum of the squared differences of a block of B to A, at a shift.
    private func error(_ start: Int, _ count: Int, _ shift: Double) -> Double {
        let other = a.index(at: b.start + Double(start) / Double(rate) + shift)
        guard other >= 0, other + count <= a.samples.count else { return 0 }
        var sum = 0
        for index in 0..<count {
            let difference = Int(b.samples[start + index]) &- Int(a.samples[other + index])
            sum &+= difference &* difference
        }
        return Double(sum)
    }
}
