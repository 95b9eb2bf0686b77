/// Finds the shift of the beginning by the volume of the sound, to 20 ms.
enum SoundAlignment {
    /// The farthest shift that is looked for, and the length that is compared, in seconds.
    private static let (radius, length) = (60.0, 60.0)
    /// The least correlation that is believed.
    private static let sure = 0.8
    private static let rate = 50
    /// The least variance of the logarithm of the volume: about 1 dB.
    private static let steadiness = 0.01

    /// The shift of B, so that times of A are times of B plus it; nil if nothing fits.
    static func firstShift(_ a: SoundTrack, _ b: SoundTrack) -> Double? {
        guard !a.isEmpty, !b.isEmpty else { return nil }
        let count = Int((radius + length) * Double(rate))
        let (one, two) = (Array(a.envelope.prefix(count)), Array(b.envelope.prefix(count)))
        let least = min(one.count, two.count) / 2
        var best: (shift: Int, value: Double)?
        let reach = Int(radius) * rate
        for shift in (-reach...reach).sorted(by: { abs($0) < abs($1) }) {
            let (first, last) = (max(0, -shift), min(two.count, one.count - shift))
            guard last - first >= max(least, rate) else { continue }
            let value = correlation(one, two, first..<min(last, first + Int(length) * rate), shift)
            if value > (best?.value ?? sure) + 0.005 { best = (shift, value) }
        }
        return best.map { Double($0.shift) / Double(rate) + a.start - b.start }
    }

    private static func correlation(_ a: [Float], _ b: [Float], _ range: Range<Int>, _ shift: Int) -> Double {
        let (one, two) = (a.span, b.span)
        var (sumA, sumB, squaresA, squaresB, product) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for index in range {
            let (x, y) = (Double(one[index + shift]), Double(two[index]))
            sumA += x
            sumB += y
            squaresA += x * x
            squaresB += y * y
            product += x * y
        }
        let count = Double(range.count)
        let (varianceA, varianceB) = (squaresA - sumA * sumA / count, squaresB - sumB * sumB / count)
        // A steady volume tells nothing.
        guard min(varianceA, varianceB) > steadiness * count else { return 0 }
        return (product - sumA * sumB / count) / (varianceA * varianceB).squareRoot()
    }
}
