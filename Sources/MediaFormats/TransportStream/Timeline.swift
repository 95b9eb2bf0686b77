/// Converts 33-bit times (ISO/IEC 13818-1, 2.4.3.7) to one continuous timeline for all streams.
struct Timeline: Sendable {
    private static let range: Int64 = 1 << 33
    /// The last time of any stream, in ticks of 90 kHz.
    var last: Int64?
    /// The last program clock reference in ticks of 90 kHz, for streams without any timestamp.
    var clockReference: Int64?

    /// The unwrapped time, which is the one nearest to the last time.
    mutating func unwrap(_ raw: Int64) -> Int64 {
        let time = last.map { $0 &+ Self.difference(raw, $0) } ?? raw
        last = time
        return time
    }

    /// Takes a raw time as one after the beginning of a stream, at most 26 hours later.
    mutating func `continue`(at raw: Int64, after origin: Int64) {
        let slack: Int64 = 900_000
        let distance = (raw &- origin &+ slack) & (Self.range - 1)
        last = origin &+ distance &- slack
    }

    /// The signed difference between a 33-bit time and a reference.
    static func difference(_ raw: Int64, _ reference: Int64) -> Int64 {
        let difference = (raw &- reference) & (range - 1)
        return difference >= range / 2 ? difference - range : difference
    }
}
