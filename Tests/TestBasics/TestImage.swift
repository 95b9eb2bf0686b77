import Foundation

/// Small image files, whose colors differ in their four quarters or not at all.
package enum TestImage {
    /// The size of the images whose size is fixed.
    package static let (width, height) = (32, 18)

    /// An image of each format: its file extension, the name of its format, and its bytes.
    package static let formats: [(ending: String, format: String, bytes: [UInt8])] = [
        ("png", "PNG", png()), ("jpg", "JPEG", jpeg), ("webp", "WebP", webP), ("gif", "GIF", gif(frames: 1)),
        ("bmp", "BMP", bmp), ("tiff", "TIFF", tiff), ("svg", "SVG", svg()), ("avif", "AVIF", avif),
    ]

    /// Images with several frames.
    package static let animations: [(ending: String, format: String, bytes: [UInt8])] = [
        ("png", "PNG", png(chunks: [("acTL", [0, 0, 0, 2, 0, 0, 0, 0])])), ("webp", "WebP", animatedWebP),
        ("gif", "GIF", gif(frames: 3)),
    ]

    /// A gray PNG. `chunks` follow its header; `claim` is the size in its header.
    package static func png(
        width: Int = width, height: Int = height, luma: UInt8 = 150, chunks: [(String, [UInt8])] = [],
        claim: (Int, Int)? = nil
    ) -> [UInt8] {
        let row = [UInt8(0)] + [UInt8](repeating: luma, count: width)
        let content = (0..<height).flatMap { _ in row }
        let (wide, high) = claim ?? (width, height)
        let header = big(wide, 4) + big(high, 4) + [8, 0, 0, 0, 0]
        return [0x89] + Array("PNG\r\n\u{1A}\n".utf8) + chunk("IHDR", header)
            + chunks.flatMap { chunk($0.0, $0.1) } + chunk("IDAT", stored(content)) + chunk("IEND", [])
    }

    package static let jpeg = decoded(
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L
        2u71////m8H////6/+b9//j/2wBDASstLTw1PHZBQXb4pYyl+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4
        +Pj4+Pj4+Pj4+Pj4+Pj/wAARCAASACADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAEE/8QAGRABAAIDAAAAAAAA
        AAAAAAAAAAECElKR/8QAGAEBAAMBAAAAAAAAAAAAAAAAAAECBAX/xAAYEQEAAwEAAAAAAAAAAAAAAAAAAhIUUf/aAAwDAQAC
        EQMRAD8ADPlbaemVtp6z1Ril1AF3RAAAAf/Z
        """)

    /// The JPEG with an orientation by EXIF.
    package static func jpeg(orientation: UInt8) -> [UInt8] {
        let content = Array("Exif\0\0".utf8) + exif(orientation)
        return [0xFF, 0xD8, 0xFF, 0xE1] + big(content.count + 2, 2) + content + jpeg.dropFirst(2)
    }

    /// A TIFF structure with an orientation.
    package static func exif(_ orientation: UInt8) -> [UInt8] {
        Array("MM\0*".utf8) + [
            0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0,
        ]
    }

    package static let webP = decoded(
        "UklGRlgAAABXRUJQVlA4IEwAAACwAwCdASogABIAPzmGuVOvKSWisAgB4CcJQBYjVJAFKPP6kA+wAAAlXtAv82PcsoP61Kx6cAChNPXcZrxLwq8AKGtVQjWArS5IJ8AA"
    )
    package static let losslessWebP = decoded(
        "UklGRiwAAABXRUJQVlA4TB8AAAAvH0AEAA9wK+RT0B7Ffv4jDUICwv/TMgsi+j8BoN0TAA==")
    package static let animatedWebP = decoded(
        """
        UklGRuAAAABXRUJQVlA4WAoAAAACAAAAHwAAEQAAQU5JTQYAAAAAAAAAAABBTk1GWgAAAAAAAAAAAB8AABEAAMgAAAJWUDggQgAAAHADAJ0BKiAAEgA+bTSW
        R6QjIiEoCACADYllAMkCgALIl1DFAAD+8DhD/W0maFMh//aWf/Us/+pZ/jy/2m/P5+AAAEFOTUZSAAAAAAAAAAAAHwAAEQAAyAAAAFZQOCA6AAAAFAMAnQEq
        IAASAD5tNJZHgoCAAADYllAHYA/AAE3P+oigAJv//52D2XfvZL//9ZX8yv5lf74+AAAAAA==
        """)
    package static let avif = decoded(
        """
        AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADrbWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAAAAAAAOcGl0bQAAAAAA
        AQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAETAAAAKQAAAChpaW5mAAAAAAABAAAAGmluZmUCAAAAAAEAAGF2MDFDb2xvcgAAAABqaXBycAAAAEtpcGNvAAAA
        FGlzcGUAAAAAAAAAIAAAABIAAAAQcGl4aQAAAAADCAgIAAAADGF2MUOBAAwAAAAAE2NvbHJuY2x4AAEADQAGgAAAABdpcG1hAAAAAAAAAAEAAQQBAoMEAAAA
        MW1kYXQSAAoJGBE/FogIaDQgMhoZR4eGIYeeeeaAAACLPL1qg8F6XAn+7JnnoA==
        """)

    /// A GIF whose frames are gray, of 200 ms each. Its codes stay short, because the table is cleared often.
    package static func gif(frames: Int) -> [UInt8] {
        var bytes = Array("GIF89a".utf8) + little(width, 2) + little(height, 2) + [0x81, 0, 0]
        for luma: UInt8 in [0, 80, 160, 240] { bytes += [luma, luma, luma] }
        for frame in 0..<frames {
            bytes += [0x21, 0xF9, 4, 0, 20, 0, 0, 0, 0x2C, 0, 0, 0, 0] + little(width, 2) + little(height, 2)
            bytes += [0, 2]
            let color = frame % 3 + 1
            var codes: [Int] = []
            for _ in 0..<width * height / 2 { codes += [4, color, color] }
            bytes += blocks(of: packed(codes + [5], bits: 3))
        }
        return bytes + [0x3B]
    }

    package static let bmp: [UInt8] = {
        let content = [UInt8](repeating: 150, count: width * 3 * height)
        let header = little(40, 4) + little(width, 4) + little(height, 4) + [1, 0, 24, 0]
        return Array("BM".utf8) + little(54 + content.count, 4) + little(0, 4) + little(54, 4) + header
            + [UInt8](repeating: 0, count: 24) + content
    }()

    package static let tiff: [UInt8] = {
        let entries: [(Int, Int, Int)] = [
            (0x100, 3, width), (0x101, 3, height), (0x102, 3, 8), (0x103, 3, 1), (0x106, 3, 1),
            (0x111, 4, 134),
            (0x112, 3, 1), (0x115, 3, 1), (0x116, 3, height), (0x117, 4, width * height),
        ]
        let table = entries.flatMap { little($0.0, 2) + little($0.1, 2) + little(1, 4) + little($0.2, 4) }
        return Array("II*\0".utf8) + little(8, 4) + little(entries.count, 2) + table + little(0, 4)
            + [UInt8](repeating: 150, count: width * height)
    }()

    package static func svg(width: String = "32", height: String = "18") -> [UInt8] {
        Array(
            """
            <?xml version="1.0"?>
            <!-- A rectangle. -->
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)">
            <rect width="100%" height="100%" fill="#999"/></svg>
            """.utf8)
    }

    package static let grayMap = Array("P5 32 18 255\n".utf8) + [UInt8](repeating: 150, count: width * height)

    private static func decoded(_ text: String) -> [UInt8] {
        [UInt8](Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data())
    }

    private static func big(_ number: Int, _ count: Int) -> [UInt8] { little(number, count).reversed() }

    private static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let checked = Array(type.utf8) + content
        var sum: UInt32 = .max
        for byte in checked {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return big(content.count, 4) + checked + big(Int(~sum), 4)
    }

    /// A zlib stream without compression (RFC 1950, RFC 1951).
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var (result, low, high): ([UInt8], Int, Int) = ([0x78, 1], 1, 0)
        for start in stride(from: 0, to: bytes.count, by: 65535) {
            let piece = bytes[start..<min(start + 65535, bytes.count)]
            result += [start + 65535 >= bytes.count ? 1 : 0]
            result += little(piece.count, 2) + little(~piece.count, 2) + piece
        }
        for byte in bytes {
            low = (low + Int(byte)) % 65521
            high = (high + low) % 65521
        }
        return result + big(high << 16 | low, 4)
    }

    private static func packed(_ codes: [Int], bits: Int) -> [UInt8] {
        var (bytes, rest, count): ([UInt8], Int, Int) = ([], 0, 0)
        for code in codes {
            rest |= code << count
            count += bits
            while count >= 8 {
                bytes.append(UInt8(truncatingIfNeeded: rest))
                (rest, count) = (rest >> 8, count - 8)
            }
        }
        return count > 0 ? bytes + [UInt8(truncatingIfNeeded: rest)] : bytes
    }

    private static func blocks(of bytes: [UInt8]) -> [UInt8] {
        stride(from: 0, to: bytes.count, by: 255)
            .flatMap { start in
                let piece = bytes[start..<min(start + 255, bytes.count)]
                return [UInt8(piece.count)] + piece
            } + [0]
    }
}
