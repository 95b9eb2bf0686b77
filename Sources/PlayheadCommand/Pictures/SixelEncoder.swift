/// Encodes pictures as sixel graphics (DEC STD 070), with a fixed palette and ordered dithering.
struct SixelEncoder {
    /// The levels of red, green and blue in the palette. The eye distinguishes most levels of green.
    private static let levels = [6, 7, 6]
    private static let terminator = Array("\u{1B}\\".utf8)

    /// The sequence that shows a picture at the cursor.
    func encode(_ picture: RGBPicture) -> [UInt8] {
        // Raster attributes: square pixels, and the size.
        var text = Array("\u{1B}P0;1;0q\"1;1;\(picture.width);\(picture.height)".utf8)
        text += Self.definitions
        let indexes = Self.dithered(picture)
        var band = SixelBand(colors: Self.levels.reduce(1, *), width: picture.width)
        for top in stride(from: 0, to: picture.height, by: 6) {
            for y in top..<min(top + 6, picture.height) {
                for x in 0..<picture.width {
                    band.set(indexes[y * picture.width + x], x: x, bit: UInt8(1 << (y - top)))
                }
            }
            if top > 0 { text.append(UInt8(ascii: "-")) }
            band.move(into: &text)
        }
        return text + Self.terminator
    }

    /// The definitions of the palette, with components in percent.
    private static let definitions: [UInt8] = {
        var text = ""
        for index in 0..<levels.reduce(1, *) {
            let steps = [index / (levels[1] * levels[2]), index / levels[2] % levels[1], index % levels[2]]
            let values = zip(steps, levels).map { ($0 * 100 + ($1 - 1) / 2) / ($1 - 1) }
            text += "#\(index);2;\(values[0]);\(values[1]);\(values[2])"
        }
        return Array(text.utf8)
    }()

    /// The palette index of each pixel.
    private static func dithered(_ picture: RGBPicture) -> [Int] {
        var indexes: [Int] = []
        indexes.reserveCapacity(picture.width * picture.height)
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                let threshold = OrderedDithering.threshold(x: x, y: y)
                let start = (y * picture.width + x) * 3
                var index = 0
                for component in 0..<3 {
                    let steps = levels[component] - 1
                    let value =
                        Int(picture.bytes[start + component]) * steps * OrderedDithering.levels
                        + threshold * 255
                    index = index * levels[component] + value / (255 * OrderedDithering.levels)
                }
                indexes.append(index)
            }
        }
        return indexes
    }
}

/// The sixels of six rows of pixels, by colour.
private struct SixelBand {
    private let width: Int
    private var sixels: [UInt8]
    /// The first column of each colour; the width for none.
    private var firsts: [Int]
    /// The last column of each colour; -1 for none.
    private var lasts: [Int]

    init(colors: Int, width: Int) {
        self.width = width
        sixels = [UInt8](repeating: 0, count: colors * width)
        firsts = [Int](repeating: width, count: colors)
        lasts = [Int](repeating: -1, count: colors)
    }

    mutating func set(_ color: Int, x: Int, bit: UInt8) {
        sixels[color * width + x] |= bit
        firsts[color] = min(firsts[color], x)
        lasts[color] = max(lasts[color], x)
    }

    /// Appends the sixels of all colours, and begins the next band.
    mutating func move(into text: inout [UInt8]) {
        var isFirst = true
        for color in lasts.indices where lasts[color] >= 0 {
            let (first, last) = (firsts[color], lasts[color])
            // A dollar sign returns to the first column.
            text += "\(isFirst ? "" : "$")#\(color)".utf8
            isFirst = false
            Self.append(0, count: first, to: &text)
            var start = first
            for x in first...last {
                let place = color * width + x
                if x == last || sixels[place + 1] != sixels[place] {
                    Self.append(sixels[place], count: x + 1 - start, to: &text)
                    start = x + 1
                }
            }
            for x in first...last { sixels[color * width + x] = 0 }
            (firsts[color], lasts[color]) = (width, -1)
        }
    }

    /// Appends equal sixels, as a repetition where that is shorter.
    private static func append(_ sixel: UInt8, count: Int, to text: inout [UInt8]) {
        if count > 3 {
            text += "!\(count)".utf8
            text.append(sixel + 63)
        } else {
            for _ in 0..<count { text.append(sixel + 63) }
        }
    }
}
