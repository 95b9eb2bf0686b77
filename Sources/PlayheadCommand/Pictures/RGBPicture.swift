/// A picture with 8 bits of red, green and blue per pixel, in rows from the top.
struct RGBPicture: Equatable, Sendable {
    let width: Int
    let height: Int
    /// Three bytes per pixel.
    let bytes: [UInt8]

    /// Makes a picture. Missing bytes are 0.
    init(width: Int, height: Int, bytes: [UInt8]) {
        self.width = max(width, 0)
        self.height = max(height, 0)
        let count = self.width * self.height * 3
        let missing = max(count - bytes.count, 0)
        self.bytes = bytes.prefix(count) + [UInt8](repeating: 0, count: missing)
    }

    /// The colour of a pixel.
    subscript(x: Int, y: Int) -> RGBColor {
        let start = (y * width + x) * 3
        return RGBColor(red: bytes[start], green: bytes[start + 1], blue: bytes[start + 2])
    }
}

/// A colour with 8 bits per component.
struct RGBColor: Hashable, Sendable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8

    init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Rounds and limits components from 0 to 1.
    init(fractions red: Float, _ green: Float, _ blue: Float) {
        func byte(_ value: Float) -> UInt8 { UInt8(min(max(value * 255, 0), 255) + 0.5) }
        self.init(red: byte(red), green: byte(green), blue: byte(blue))
    }
}
