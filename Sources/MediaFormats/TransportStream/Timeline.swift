/// Makes one continuous timeline of 33-bit times (ISO/IEC 13818-1, 2.4.3.7), common to all streams.
struct Timeline: Sendable {
    private static let range: Int64 = 1 << 33
    /// The last time of any stream, in ticks of 90 kHz.
    private(set) var last: Int64?
    /// The last program clock reference, in ticks of 90 kHz: for streams where no time was told at all.
    var clockReference: Int64?

    /// The time nearest to the last one.
    mutating func unwrap(_ raw: Int64) -> Int64 {
        let time = last.map { $0 &+ Self.difference(raw, $0) } ?? raw
        last = time
        return time
    }

    /// The signed difference of 33 bits of a time to a reference.
    static func difference(_ raw: Int64, _ reference: Int64) -> Int64 {
        let difference = (raw &- reference) & (range - 1)
        return difference >= range / 2 ? difference - range : difference
    }
}
