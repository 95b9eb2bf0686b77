internal import Playhead

extension PresentedVideoFrame {
    /// The luma of the frame as an uncompressed greyscale PNG file (ISO/IEC 15948; RFC 1950 and 1951 for the
    /// data).
    var png: [UInt8] {
        let luma = luma
        guard width > 0, height > 0, luma.count >= width * height else { return [] }
        var rows: [UInt8] = []
        for row in 0..<height { rows += [0] + luma[row * width..<(row + 1) * width] }
        let header = bytes(UInt32(width)) + bytes(UInt32(height)) + [8, 0, 0, 0, 0]
        return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + chunk("IHDR", header)
            + chunk("IDAT", stored(rows)) + chunk("IEND", [])
    }

    /// The bytes as a zlib stream of stored blocks.
    private func stored(_ data: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var rest = data[...]
        while !rest.isEmpty {
            let block = rest.prefix(65535)
            rest = rest.dropFirst(block.count)
            let length = UInt16(block.count)
            stream += [rest.isEmpty ? 1 : 0]
            for value in [length, ~length] { stream += [UInt8(value & 0xff), UInt8(value >> 8)] }
            stream += block
        }
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in data {
            low = (low + UInt32(byte)) % 65521
            high = (high + low) % 65521
        }
        return stream + bytes(high << 16 | low)
    }

    private func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let content = Array(name.utf8) + data
        var check: UInt32 = 0xffff_ffff
        for byte in content {
            check ^= UInt32(byte)
            for _ in 0..<8 { check = check & 1 == 1 ? check >> 1 ^ 0xedb8_8320 : check >> 1 }
        }
        return bytes(UInt32(data.count)) + content + bytes(~check)
    }

    private func bytes(_ value: UInt32) -> [UInt8] {
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    }
}
