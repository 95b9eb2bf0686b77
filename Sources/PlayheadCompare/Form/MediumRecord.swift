internal import PlayheadCheck
internal import PlayheadCore

/// A picture in shades of grey.
package struct GrayPicture: Sendable, Equatable {
    /// The media time in seconds.
    package var time: Double
    package var width: Int
    package var height: Int
    /// The pixels in rows from the top, without padding.
    package var pixels: [UInt8]

    package init(time: Double, width: Int, height: Int, pixels: [UInt8]) {
        self.time = time
        self.width = width
        self.height = height
        self.pixels = pixels
    }
}

/// Samples of one channel.
package struct SoundBlock: Sendable, Equatable {
    /// The media time of the first sample in seconds.
    package var time: Double
    package var sampleRate: Int
    package var samples: [Int16]

    package init(time: Double, sampleRate: Int, samples: [Int16]) {
        self.time = time
        self.sampleRate = sampleRate
        self.samples = samples
    }
}

/// A record of a measurement of the kinds ``MeasurementKind/sound`` and ``MeasurementKind/pictures``.
///
/// It is a byte that names its kind, the time in nanoseconds (8 bytes, little-endian), two numbers of 4 bytes,
/// and bytes: `P` width, height and pixels; `S` sample rate, number of samples and samples; `E` 0, length and
/// a ``MeasurementFault`` as JSON; `Z` 0 and 0 at the end.
package enum MediumRecord: Sendable, Equatable {
    case picture(GrayPicture)
    case sound(SoundBlock)
    case fault(MeasurementFault)
    case end

    package var bytes: [UInt8] {
        switch self {
        case .picture(let picture):
            return Self.head("P", picture.time, picture.width, picture.height) + picture.pixels
        case .sound(let block):
            var bytes = Self.head("S", block.time, block.sampleRate, block.samples.count)
            for sample in block.samples {
                bytes.append(UInt8(truncatingIfNeeded: sample))
                bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
            }
            return bytes
        case .fault(let fault):
            let text = Array(JSONLine.text(fault).utf8)
            return Self.head("E", 0, 0, text.count) + text
        case .end: return Self.head("Z", 0, 0, 0)
        }
    }

    /// Reads a record; nil if the bytes end before, or are none.
    package init?(reading bytes: (Int) -> [UInt8]?) {
        guard let head = bytes(17) else { return nil }
        let time = Double(Int64(bitPattern: Self.number(head[1..<9]))) / 1e9
        let (first, second) = (Int(Self.number(head[9..<13])), Int(Self.number(head[13..<17])))
        guard first <= Self.limit, second <= Self.limit else { return nil }
        switch head[0] {
        case UInt8(ascii: "P"):
            guard let pixels = bytes(first * second) else { return nil }
            self = .picture(GrayPicture(time: time, width: first, height: second, pixels: pixels))
        case UInt8(ascii: "S"):
            guard let body = bytes(second * 2) else { return nil }
            let samples = (0..<second).map {
                Int16(bitPattern: UInt16(body[2 * $0]) | UInt16(body[2 * $0 + 1]) << 8)
            }
            self = .sound(SoundBlock(time: time, sampleRate: first, samples: samples))
        case UInt8(ascii: "E"):
            guard let body = bytes(second),
                let fault: MeasurementFault = JSONLine.value(String(decoding: body, as: UTF8.self))
            else { return nil }
            self = .fault(fault)
        case UInt8(ascii: "Z"): self = .end
        default: return nil
        }
    }

    /// The largest number in a record that is believed.
    private static let limit = 1 << 24

    private static func head(_ kind: Character, _ time: Double, _ first: Int, _ second: Int) -> [UInt8] {
        var bytes = [kind.asciiValue ?? 0]
        let nanoseconds = UInt64(bitPattern: Int64((time * 1e9).rounded()))
        for shift in stride(from: 0, to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: nanoseconds >> shift))
        }
        for number in [first, second] {
            for shift in stride(from: 0, to: 32, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: number >> shift))
            }
        }
        return bytes
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
