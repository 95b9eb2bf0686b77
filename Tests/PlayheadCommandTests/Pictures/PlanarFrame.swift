import PlayheadCore

@testable import PlayheadCommand

/// Pixels in planes whose rows end with bytes that are no pixels.
final class PlanarFrame: VideoFrameStorage {
    let planes: [VideoFrame.Plane]
    let luma: [UInt8]
    private let bytes: [[UInt8]]
    private static let padding = 5

    /// Makes planes from rows of bytes.
    init(_ rows: [[[UInt8]]], luma: [UInt8] = []) {
        planes = rows.map { rows in
            let count = rows.first?.count ?? 0
            return VideoFrame.Plane(stride: count + Self.padding, rowBytes: count, rows: rows.count)
        }
        bytes = rows.map { rows in
            Array(rows.map { $0 + [UInt8](repeating: 77, count: Self.padding) }.joined())
        }
        self.luma = luma
    }

    func lend(plane: Int, _ body: (Span<UInt8>) -> Void) {
        unsafe bytes[plane].withUnsafeBufferPointer { unsafe body($0.span) }
    }

    /// A frame of 6 by 4 pixels with the same samples everywhere.
    static func uniform(
        _ format: PixelFormat, _ planes: [(columns: Int, rows: Int, bytes: [UInt8])], color: VideoColor? = nil
    ) -> VideoFrame {
        let rows = planes.map { plane in
            let row = (0..<plane.columns).flatMap { _ in plane.bytes }
            return [[UInt8]](repeating: row, count: plane.rows)
        }
        return VideoFrame(
            time: .zero, duration: nil, format: format, width: 6, height: 4, color: color,
            storage: PlanarFrame(rows))
    }
}

/// Y, Cb and Cr with 8 bits.
struct YCbCr {
    var y: Int
    var cb: Int
    var cr: Int

    init(_ y: Int, _ cb: Int, _ cr: Int) { (self.y, self.cb, self.cr) = (y, cb, cr) }

    /// A frame with this colour everywhere.
    func frame(_ format: PixelFormat, color: VideoColor? = nil) -> VideoFrame {
        func bytes(_ value: Int) -> [UInt8] { [UInt8(value)] }
        func word(_ value: Int, shift: Int = 0) -> [UInt8] {
            let word = value * 4 << shift
            return [UInt8(word & 0xFF), UInt8(word >> 8)]
        }
        let planes: [(Int, Int, [UInt8])] =
            switch format {
            case .i420: [(6, 4, bytes(y)), (3, 2, bytes(cb)), (3, 2, bytes(cr))]
            case .y42b: [(6, 4, bytes(y)), (3, 4, bytes(cb)), (3, 4, bytes(cr))]
            case .y444: [(6, 4, bytes(y)), (6, 4, bytes(cb)), (6, 4, bytes(cr))]
            case .nv12: [(6, 4, bytes(y)), (3, 2, bytes(cb) + bytes(cr))]
            case .i420P10: [(6, 4, word(y)), (3, 2, word(cb)), (3, 2, word(cr))]
            case "I422_10LE": [(6, 4, word(y)), (3, 4, word(cb)), (3, 4, word(cr))]
            case "Y444_10LE": [(6, 4, word(y)), (6, 4, word(cb)), (6, 4, word(cr))]
            default: [(6, 4, word(y, shift: 6)), (3, 2, word(cb, shift: 6) + word(cr, shift: 6))]
            }
        return PlanarFrame.uniform(format, planes, color: color)
    }
}

extension RGBColor {
    /// Whether the colour is another one, within an error per component.
    func isNear(_ other: RGBColor, within error: Int = 3) -> Bool {
        [(red, other.red), (green, other.green), (blue, other.blue)].allSatisfy {
            abs(Int($0.0) - Int($0.1)) <= error
        }
    }

    static let white = RGBColor(red: 255, green: 255, blue: 255)
    static let black = RGBColor(red: 0, green: 0, blue: 0)
    static let pureRed = RGBColor(red: 255, green: 0, blue: 0)
    static let pureGreen = RGBColor(red: 0, green: 255, blue: 0)
    static let pureBlue = RGBColor(red: 0, green: 0, blue: 255)
    static let halfGray = RGBColor(red: 128, green: 128, blue: 128)
}

extension RGBPicture {
    /// The colours in rows from the top.
    var colors: [RGBColor] {
        (0..<height).flatMap { y in (0..<width).map { x in self[x, y] } }
    }

    /// Makes a picture of colours in rows.
    init(_ rows: [[RGBColor]]) {
        self.init(
            width: rows.first?.count ?? 0, height: rows.count,
            bytes: rows.joined().flatMap { [$0.red, $0.green, $0.blue] })
    }
}
