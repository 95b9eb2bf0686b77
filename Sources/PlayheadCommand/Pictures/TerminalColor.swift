/// A colour of a terminal (SGR 38 and 48, ECMA-48 and ISO/IEC 8613-6).
enum TerminalColor: Hashable {
    /// The colours that a terminal has.
    enum Palette { case trueColor, indexed }

    case rgb(RGBColor)
    /// An index of the 256 colours of xterm.
    case index(Int)

    /// The colour of a pixel of a picture. Indexed colours are dithered.
    init(_ picture: RGBPicture, x: Int, y: Int, _ palette: Palette) {
        let color = picture[x, y]
        switch palette {
        case .trueColor: self = .rgb(color)
        case .indexed:
            self = .index(Self.index(of: color, threshold: OrderedDithering.threshold(x: x, y: y)))
        }
    }

    var foreground: [UInt8] { Array("\u{1B}[38;\(parameters)m".utf8) }
    var background: [UInt8] { Array("\u{1B}[48;\(parameters)m".utf8) }

    private var parameters: String {
        switch self {
        case .rgb(let color): "2;\(color.red);\(color.green);\(color.blue)"
        case .index(let index): "5;\(index)"
        }
    }

    private static func index(of color: RGBColor, threshold: Int) -> Int {
        let components = [Int(color.red), Int(color.green), Int(color.blue)]
        let (least, most) = (components.min() ?? 0, components.max() ?? 0)
        if most - least <= grayTolerance {
            // The gray ramp (232 to 255) has neither black nor white, which the cube has.
            let mean = (least + most) / 2
            return mean < 4 ? 16 : mean > 246 ? 231 : 232 + min(max(mean - 3, 0) / 10, 23)
        }
        // The cube (16 to 231).
        return components.reduce(0) { index, value in
            let lower = cube.lastIndex { $0 <= value } ?? 0
            guard lower < cube.count - 1 else { return index * 6 + lower }
            let (share, whole) = (value - cube[lower], cube[lower + 1] - cube[lower])
            let isUpper = share * OrderedDithering.levels > whole * threshold + whole / 2
            return index * 6 + lower + (isUpper ? 1 : 0)
        } + 16
    }

    /// The levels of a component in the cube.
    private static let cube = [0, 95, 135, 175, 215, 255]
    /// The maximum difference of the components of gray.
    private static let grayTolerance = 12
}
