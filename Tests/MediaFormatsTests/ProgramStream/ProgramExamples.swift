@testable import MediaFormats
@testable import TestBasics

/// Pieces of MPEG video and of program streams.
enum ProgramExample {
    /// A sequence header with 320 × 180 pixels and 25 frames per second; an extension makes it MPEG-2.
    static func sequence(isSecond: Bool = true) -> [UInt8] {
        let header: [UInt8] = [0, 0, 1, 0xB3, 0x14, 0x00, 0xB4, 0x13, 0xFF, 0xFF, 0xE0, 0x18]
        return header + (isSecond ? [0, 0, 1, 0xB5, 0x14, 0x8A, 0, 1, 0, 0] : [])
    }

    static let group: [UInt8] = [0, 0, 1, 0xB8, 0, 8, 0, 0]

    /// A picture: `type` is 1 (I), 2 (P) or 3 (B).
    static func picture(_ type: UInt8, _ reference: Int, size: Int = 200) -> [UInt8] {
        let low = UInt8(reference & 3) << 6
        let header: [UInt8] = [0, 0, 1, 0, UInt8(reference >> 2), low | type << 3, 0xFF, 0xF8]
        return header + [0, 0, 1, 1] + (0..<size).map { UInt8($0 % 200 + 17) }
    }

    /// MPEG-1 layer II, 192 kbit/s, 48 kHz, stereo: 576 bytes of 24 ms.
    static let mp2: [UInt8] = [0xFF, 0xFD, 0xA4, 0x00] + [UInt8](repeating: 0x11, count: 572)

    /// Video of 25 frames per second in groups of 10, and audio of the same duration.
    static func stream(
        isFirstEdition: Bool = false, at start: Int64 = 90_000, seconds: Int = 2, size: Int = 200
    ) -> [UInt8] {
        var writer = ProgramWriter(isFirstEdition: isFirstEdition)
        writer.pack(start - 20_000)
        writer.systemHeader()
        var audio: Int64 = 0
        for frame in 0..<(25 * seconds) {
            let time = start + Int64(frame) * 3600
            writer.pack(time - 20_000)
            let head = frame % 10 == 0 ? sequence(isSecond: !isFirstEdition) + group : []
            let unit = head + picture(frame % 10 == 0 ? 1 : 2, frame % 10, size: size)
            writer.packets(0xE0, pts: time + 3600, dts: time, unit)
            while audio < Int64(frame + 1) * 3600 {
                writer.packets(0xC0, pts: start + 3600 + audio, mp2)
                audio += 2160
            }
        }
        return writer.bytes
    }
}
