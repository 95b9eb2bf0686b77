/// The gains of an equalizer with ten bands of one octave each.
public struct Equalizer: Sendable, Hashable, Codable {
    /// The centres of the bands in hertz.
    public static let frequencies = [31.25, 62.5, 125, 250, 500, 1000, 2000, 4000, 8000, 16000]
    /// The range of the gain of a band, in dB.
    public static let range = -24.0...12.0

    /// The gains in dB, in the order of ``frequencies``.
    public private(set) var gains: [Double]

    /// Makes an equalizer. Gains outside of ``range`` are clamped, those that are missing or no numbers are 0,
    /// and those beyond the last band are ignored.
    public init(_ gains: [Double] = []) {
        self.gains = Self.frequencies.map { _ in 0 }
        for (band, gain) in zip(self.gains.indices, gains) { self[band: band] = gain }
    }

    /// The gain of a band in dB.
    private subscript(band band: Int) -> Double {
        get { gains[band] }
        set {
            gains[band] =
                newValue.isNaN ? 0 : min(max(newValue, Self.range.lowerBound), Self.range.upperBound)
        }
    }

    /// The gain in dB of the band whose centre is nearest to a frequency in hertz, by octaves.
    public subscript(frequency: Double) -> Double {
        get { self[band: Self.band(nearest: frequency)] }
        set { self[band: Self.band(nearest: frequency)] = newValue }
    }

    /// Whether it changes nothing.
    public var isFlat: Bool { gains.allSatisfy { $0 == 0 } }

    private static func band(nearest frequency: Double) -> Int {
        let borders = zip(frequencies, frequencies.dropFirst()).map { ($0 * $1).squareRoot() }
        return borders.firstIndex { frequency < $0 } ?? frequencies.count - 1
    }

    /// Decodes the gains.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode([Double].self))
    }

    /// Encodes the gains.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(gains)
    }
}

extension Equalizer {
    /// The presets by name.
    public static let presets: [String: Equalizer] = [
        "flat": Equalizer(),
        "bass": Equalizer([6, 6, 5, 3, 1]),
        "treble": Equalizer([0, 0, 0, 0, 0, 1, 2, 4, 6, 6]),
        "loudness": Equalizer([6, 5, 3, 0, -1, -1, 0, 2, 4, 5]),
        "voice": Equalizer([-9, -6, -3, 0, 2, 4, 4, 3, 0, -3]),
        "rock": Equalizer([4, 3, 2, 0, -1, -1, 1, 2, 3, 3]),
        "classical": Equalizer([0, 0, 0, 0, 0, 0, -1, -2, -2, -3]),
        "small-speakers": Equalizer([-12, -6, 3, 4, 2, 0, 0, 1, 2, 2]),
    ]
}
