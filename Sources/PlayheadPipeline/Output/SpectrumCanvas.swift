internal import GStreamer
internal import PlayheadCore

/// A picture with the bars of a spectrum before a background. Only what moves is drawn anew.
struct SpectrumCanvas: Sendable {
    static let format = "BGRx"
    private static let pixelBytes = 4

    let size: VideoSize
    private let background: [UInt8]
    private var pixels: [UInt8]
    /// The columns of each bar.
    private let columns: [Range<Int>]
    /// The rows that a bar of full height has.
    private let rows: Range<Int>
    /// A piece of each of these rows, as wide as a bar.
    private let colors: [[UInt8]]
    /// The rows that each bar has now.
    private var heights: [Int]

    /// A canvas for a number of bars. The background has the format and the size.
    init(_ background: [UInt8], _ size: VideoSize, bars: Int) {
        self.size = size
        self.background = background
        pixels = background
        let columns = Self.columns(bars, in: size.width)
        self.columns = columns
        let (top, bottom) = (size.height * 2 / 5, size.height - size.height / 16)
        rows = top..<bottom
        let width = columns.map(\.count).max() ?? 0
        colors = rows.map { row in
            let part = Double(bottom - row) / Double(bottom - top)
            let color = zip(Self.low, Self.high).map { UInt8(Double($0) + (Double($1) - Double($0)) * part) }
            return Array(repeatElement(color, count: width).joined())
        }
        heights = Array(repeating: 0, count: bars)
    }

    /// Blue, green and red of the lowest and the highest row.
    private static let (low, high): ([UInt8], [UInt8]) = (
        [0xc8, 0x78, 0x20, 0xff], [0xb4, 0xe6, 0x78, 0xff]
    )

    private static func columns(_ bars: Int, in width: Int) -> [Range<Int>] {
        let margin = Double(width) / 32
        let slot = (Double(width) - 2 * margin) / Double(bars)
        return (0..<bars).map { bar in
            let start = Int((margin + Double(bar) * slot).rounded())
            let end = Int((margin + Double(bar + 1) * slot - max(slot / 5, 1)).rounded())
            return start..<max(start, end)
        }
    }

    /// Draws bars of heights from 0 to 1. Whether any pixel has changed.
    mutating func draw(_ parts: [Double]) -> Bool {
        var hasChanged = false
        for bar in heights.indices {
            let height = Int((parts[bar] * Double(rows.count)).rounded())
            let former = heights[bar]
            guard height != former else { continue }
            hasChanged = true
            heights[bar] = height
            for distance in min(height, former)..<max(height, former) {
                draw(bar, row: rows.upperBound - 1 - distance, isLit: height > former)
            }
        }
        return hasChanged
    }

    private mutating func draw(_ bar: Int, row: Int, isLit: Bool) {
        let start = row * size.width
        let columns = columns[bar]
        let place =
            (start + columns.lowerBound) * Self.pixelBytes..<(start + columns.upperBound) * Self.pixelBytes
        if isLit {
            pixels.replaceSubrange(place, with: colors[row - rows.lowerBound].prefix(place.count))
        } else {
            pixels.replaceSubrange(place, with: background[place])
        }
    }

    /// What is drawn, as a frame; nil without memory for one.
    var picture: DecodedPicture? { Self.picture(of: pixels, size) }

    /// Pixels as a picture.
    static func picture(of pixels: [UInt8], _ size: VideoSize) -> DecodedPicture? {
        let row = size.width * pixelBytes
        let plane = DecodedPicture.Plane(stride: row, rowBytes: row, rows: size.height)
        return DecodedPicture(
            copying: [plane], format: format, width: size.width, height: size.height
        ) { _, body in body(pixels.span) }
    }
}
