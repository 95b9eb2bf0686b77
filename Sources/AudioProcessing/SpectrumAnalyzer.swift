internal import Glibc

/// The levels of bands of one third of an octave.
package struct SpectrumAnalyzer: Sendable {
    private static let size = 4096

    private let bands: [Range<Int>]
    private let window: [Float]
    private let twiddles: [(Float, Float)]
    private var recent: [Float] = []

    package init(rate: Int, frequencies: [Double]) {
        let width = Double(rate) / Double(Self.size)
        let edge = pow(2, 1.0 / 6)
        bands = frequencies.map { frequency in
            guard frequency < Double(rate) / 2 else { return 0..<0 }
            let low = max(Int((frequency / edge / width).rounded(.up)), 1)
            let high = min(Int((frequency * edge / width).rounded(.up)), Self.size / 2)
            // A band may be narrower than what the transform resolves.
            return high > low ? low..<high : { $0..<$0 + 1 }(max(Int((frequency / width).rounded()), 1))
        }
        window = (0..<Self.size).map { Float(0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(Self.size))) }
        twiddles = (0..<Self.size / 2).map { index in
            let angle = -2 * Double.pi * Double(index) / Double(Self.size)
            return (Float(cos(angle)), Float(sin(angle)))
        }
    }

    /// Adds samples of one channel.
    package mutating func add(_ samples: [Float]) {
        recent += samples
        if recent.count > Self.size { recent.removeFirst(recent.count - Self.size) }
    }

    /// The level of each band in the last samples, in dBFS. A sine at full scale has -3.
    package var levels: [Double] {
        guard recent.count == Self.size else { return bands.map { _ in -.infinity } }
        var real = zip(recent, window).map { $0 * $1 }
        var imaginary = [Float](repeating: 0, count: Self.size)
        transform(&real, &imaginary)
        // The window has a mean power of 3/8.
        let scale = 2 / (Double(Self.size) * Double(Self.size) * 0.375)
        return bands.map { band in
            let power = band.reduce(0.0) { sum, bin in
                sum + Double(real[bin] * real[bin] + imaginary[bin] * imaginary[bin])
            }
            return power > 0 ? 10 * log10(power * scale) : -.infinity
        }
    }

    /// The fast Fourier transform (radix 2, decimation in time).
    private func transform(_ real: inout [Float], _ imaginary: inout [Float]) {
        let count = Self.size
        var other = 0
        for index in 1..<count {
            var bit = count >> 1
            while other & bit != 0 {
                other ^= bit
                bit >>= 1
            }
            other |= bit
            if index < other { real.swapAt(index, other) }
        }
        var length = 2
        while length <= count {
            let (half, stride) = (length / 2, count / length)
            var start = 0
            while start < count {
                for offset in 0..<half {
                    let (cosine, sine) = twiddles[offset * stride]
                    let (even, odd) = (start + offset, start + offset + half)
                    let a = real[odd] * cosine - imaginary[odd] * sine
                    let b = real[odd] * sine + imaginary[odd] * cosine
                    (real[odd], imaginary[odd]) = (real[even] - a, imaginary[even] - b)
                    (real[even], imaginary[even]) = (real[even] + a, imaginary[even] + b)
                }
                start += length
            }
            length *= 2
        }
    }
}
