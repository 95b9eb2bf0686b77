internal import Glibc

extension Float {
    var logarithm: Float { logf(self) }
}

/// The correlation of a window of one signal with places of another.
struct SoundCorrelation {
    private let a: [Int16]
    private let b: [Int16]
    /// The sums of the squares of A before each block.
    private let squares: [Int]
    private static let block = 64

    init(_ a: [Int16], _ b: [Int16]) {
        self.a = a
        self.b = b
        var (sum, squares) = (0, [0])
        squares.reserveCapacity(a.count / Self.block + 1)
        for (index, sample) in a.enumerated() {
            sum &+= Int(sample) &* Int(sample)
            if (index + 1) % Self.block == 0 { squares.append(sum) }
        }
        self.squares = squares
    }

    /// The correlation of the samples of B in a range with those of A that begin at `start`, -1 to 1; nil if A
    /// does not reach as far, or one of them is silent.
    private func value(_ range: Range<Int>, at start: Int, energy: Int) -> Double? {
        let end = start + range.count
        guard start >= 0, end <= a.count, energy > 0 else { return nil }
        let own = energyOfA(before: end) - energyOfA(before: start)
        guard own > 0 else { return nil }
        let (one, two, offset) = (a.span, b.span, start - range.lowerBound)
        var sum = 0
        for index in range { sum &+= Int(one[index + offset]) &* Int(two[index]) }
        return Double(sum) / (Double(own) * Double(energy)).squareRoot()
    }

    private func energyOfA(before end: Int) -> Int {
        var sum = squares[end / Self.block]
        for index in end / Self.block * Self.block..<end { sum &+= Int(a[index]) &* Int(a[index]) }
        return sum
    }

    private func energy(_ range: Range<Int>) -> Int {
        range.reduce(0) { $0 + Int(b[$1]) * Int(b[$1]) }
    }

    /// The best start in a range of places; of places that are as good, the one nearest to `near`.
    func best(_ range: Range<Int>, among places: ClosedRange<Int>, near: Int) -> (start: Int, value: Double)?
    {
        let energy = energy(range)
        var best: (start: Int, value: Double)?
        for place in places {
            guard let value = value(range, at: place, energy: energy) else { continue }
            // A farther place has to be better, because tones repeat.
            let isNearer = best.map { abs(place - near) < abs($0.start - near) } ?? true
            if value > (best?.value ?? -2) + (isNearer ? -0.001 : 0.001) { best = (place, value) }
        }
        return best
    }
}
