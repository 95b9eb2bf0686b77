internal import FoundationEssentials

/// A duration in JSON: a number of seconds, exact to the attosecond. The standard library would write two
/// halves of a 128-bit number.
struct ExactSeconds: TraceForm {
    var value: Duration

    init(_ value: Duration) { self.value = value }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let attoseconds = try container.decode(Decimal.self) * Self.attosecondsPerSecond
        guard let number = Int128(attoseconds.description), Self.lengths.contains(number) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "Not a length of time")
        }
        value = Duration(attoseconds: number)
    }

    func encode(to encoder: any Encoder) throws {
        let attoseconds = value.attoseconds.magnitude
        let high = Decimal(UInt64(attoseconds >> 64)) * Self.highHalf
        let low = Decimal(UInt64(truncatingIfNeeded: attoseconds))
        var container = encoder.singleValueContainer()
        try container.encode(
            Decimal(sign: value < .zero ? .minus : .plus, exponent: -18, significand: high + low))
    }

    /// The valid durations: the whole seconds fit an `Int64`, and longer ones would overflow in sums.
    private static let lengths =
        Duration.seconds(Int64.min).attoseconds...Duration.seconds(Int64.max).attoseconds
    private static let attosecondsPerSecond = Decimal(sign: .plus, exponent: 18, significand: 1)
    private static let highHalf = Decimal(UInt64.max) + 1
}

// Synthesised `Codable` code uses these functions, because they are more specific than the generic ones of
// the same names. In an array, `ExactSeconds` is written explicitly.

extension KeyedEncodingContainer {
    mutating func encode(_ value: Duration, forKey key: Key) throws {
        try encode(ExactSeconds(value), forKey: key)
    }

    mutating func encodeIfPresent(_ value: Duration?, forKey key: Key) throws {
        try encodeIfPresent(value.map(ExactSeconds.init), forKey: key)
    }
}

extension KeyedDecodingContainer {
    func decode(_ type: Duration.Type, forKey key: Key) throws -> Duration {
        try decode(ExactSeconds.self, forKey: key).value
    }

    func decodeIfPresent(_ type: Duration.Type, forKey key: Key) throws -> Duration? {
        try decodeIfPresent(ExactSeconds.self, forKey: key)?.value
    }
}
