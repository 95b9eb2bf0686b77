/// Ordered dithering with a Bayer matrix of 8 by 8 thresholds.
enum OrderedDithering {
    /// The number of thresholds, which are 0 to `levels` - 1.
    static let levels = 64

    /// The threshold of a pixel.
    static func threshold(x: Int, y: Int) -> Int { thresholds[(y & 7) << 3 | x & 7] }

    private static let thresholds: [Int] = (0..<64).map { place in
        let (x, y) = (place & 7, place >> 3)
        return (0..<3).reduce(0) { value, bit in
            let (column, row) = (x >> bit & 1, y >> bit & 1)
            return value << 2 | (column ^ row) << 1 | row
        }
    }
}
