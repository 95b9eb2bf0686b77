import Playhead

/// The conversion of samples to colours, by the matrix coefficients and the range of a frame.
///
/// Samples of more than 8 bits are divided by a power of two, so that black is 16 in each limited range.
/// Transfer characteristics are not converted.
struct ColorConversion {
    private let isFullRange: Bool
    /// The maximum of a sample: 255 with 8 bits, 255.75 with 10.
    private let peak: Float
    /// The share of red in luma.
    private let red: Float
    /// The share of blue in luma.
    private let blue: Float

    init(_ color: VideoColor?, model: SampleLayout.Model, depth: Int, height: Int) {
        // Without a declaration, video has the limited range, and pictures in RGB or gray the full one.
        isFullRange = color?.isFullRange ?? (model != .yCbCr)
        peak = Float((1 << depth) - 1) / Float(1 << (depth - 8))
        (red, blue) = Self.shares(color?.matrix, height: height)
    }

    /// The shares of red and blue in luma (ITU-T H.273, matrix coefficients). Undeclared is BT.709 for high
    /// definition, and BT.601 otherwise.
    private static func shares(_ matrix: String?, height: Int) -> (Float, Float) {
        switch matrix {
        case "bt709": bt709
        case "bt2020-ncl", "bt2020c": (0.2627, 0.0593)
        case "smpte240m": (0.212, 0.087)
        case "smpte170m", "bt470bg", "fcc": bt601
        default: height > 576 ? bt709 : bt601
        }
    }

    private static let bt709: (Float, Float) = (0.2126, 0.0722)
    private static let bt601: (Float, Float) = (0.299, 0.114)

    /// The colour of Y, Cb and Cr.
    func color(y: Float, cb: Float, cr: Float) -> RGBColor {
        let scale = isFullRange ? peak : 224
        let (y, cb, cr) = (level(y), (cb - 128) / scale, (cr - 128) / scale)
        let (r, b) = (y + 2 * (1 - red) * cr, y + 2 * (1 - blue) * cb)
        return RGBColor(fractions: r, (y - red * r - blue * b) / (1 - red - blue), b)
    }

    /// The colour of red, green and blue, or of three times the same gray.
    func color(red: Float, green: Float, blue: Float) -> RGBColor {
        RGBColor(fractions: level(red), level(green), level(blue))
    }

    /// A sample of luma, or of a component of RGB, from 0 to 1.
    private func level(_ sample: Float) -> Float { isFullRange ? sample / peak : (sample - 16) / 219 }
}
