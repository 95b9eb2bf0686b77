/// The time unit of a movie or a track, and its declared length.
struct MP4Timescale {
    let scale: Int
    /// The length in units; the maximum value means unknown.
    let length: UInt64
    private let duration: Range<Int>

    /// Parses a `mvhd` or `mdhd` box.
    init?(_ header: MP4File.Box, _ bytes: ByteReader) {
        var piece = ByteCursor(bytes(header.start, header.count(upTo: 36)))
        guard let (scale, isLong) = Self.takeScale(from: &piece), scale > 0,
            let length = piece.number(bytes: isLong ? 8 : 4)
        else { return nil }
        (self.scale, self.length) = (scale, length)
        let start = header.start + (isLong ? 24 : 16)
        duration = start..<start + (isLong ? 8 : 4)
    }

    /// The number of units per second, which may be 0.
    static func scale(of header: MP4File.Box, _ bytes: ByteReader) -> Int? {
        var piece = ByteCursor(bytes(header.start, header.count(upTo: 36)))
        return takeScale(from: &piece)?.scale
    }

    private static func takeScale(from piece: inout ByteCursor) -> (scale: Int, isLong: Bool)? {
        let isLong = piece.number(bytes: 1) == 1
        guard piece.take(isLong ? 19 : 11) != nil, let scale = piece.integer(bytes: 4) else { return nil }
        return (scale, isLong)
    }

    /// The number of units in a duration in seconds, rounded up; nil beyond the length of any medium.
    func units(_ seconds: Double) -> Int? {
        let units = (seconds * Double(scale)).rounded(.up)
        return units >= 0 && units < Double(1 << 40) ? Int(units) : nil
    }

    /// Overwrites a shorter length in the movie box.
    func lengthen(to length: Int, in movie: inout [UInt8]) {
        guard let new = UInt64(exactly: length), new > self.length, duration.count == 8 || new < UInt32.max
        else {
            return
        }
        movie.replaceSubrange(
            duration,
            with: duration.indices.reversed().map {
                UInt8(truncatingIfNeeded: new >> (8 * ($0 - duration.lowerBound)))
            })
    }
}
