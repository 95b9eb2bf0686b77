/// The units in which a movie or a track counts time, and how many of them it says that it lasts.
struct MP4Timescale {
    let scale: Int
    /// How many; the highest number there is stands for what is not known.
    let length: UInt64
    private let duration: Range<Int>

    /// Reads a `mvhd` or `mdhd` box.
    init?(_ header: MP4File.Box, _ bytes: ByteReader) {
        var piece = ByteCursor(bytes(header.start, header.count(upTo: 36)))
        guard let (scale, isLong) = Self.takeScale(from: &piece), scale > 0,
            let length = piece.number(bytes: isLong ? 8 : 4)
        else { return nil }
        (self.scale, self.length) = (scale, length)
        let start = header.start + (isLong ? 24 : 16)
        duration = start..<start + (isLong ? 8 : 4)
    }

    /// How many units there are to a second, also none.
    static func scale(of header: MP4File.Box, _ bytes: ByteReader) -> Int? {
        var piece = ByteCursor(bytes(header.start, header.count(upTo: 36)))
        return takeScale(from: &piece)?.scale
    }

    private static func takeScale(from piece: inout ByteCursor) -> (scale: Int, isLong: Bool)? {
        let isLong = piece.number(bytes: 1) == 1
        guard piece.take(isLong ? 19 : 11) != nil, let scale = piece.integer(bytes: 4) else { return nil }
        return (scale, isLong)
    }

    /// How many units so many seconds are, rounded up; nil for what no medium is long.
    func units(_ seconds: Double) -> Int? {
        let units = (seconds * Double(scale)).rounded(.up)
        return units >= 0 && units < Double(1 << 40) ? Int(units) : nil
    }

    /// Writes a length over a shorter one.
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
