internal import PlayheadSystem

/// Detects files of still or animated images by their first bytes.
///
/// GStreamer (1.22.0) turns some of them into an endless frame, reports others as damaged, or shows all
/// frames of an animation at once.
package enum ImageFile {
    /// The number of bytes needed for detection.
    package static let head = 18

    /// Whether content with these first bytes is an image file.
    package static func begins(with head: [UInt8]) -> Bool {
        guard Workaround.stillImages.isNeeded else { return false }
        if signs.contains(where: { head.starts(with: $0) }) { return true }
        let name = { (place: Int) in String(decoding: head.dropFirst(place).prefix(4), as: UTF8.self) }
        if name(0) == "RIFF" { return name(8) == "WEBP" }
        if name(4) == "ftyp" { return brands.contains(name(8)) }
        // In a BMP file, the size of its header is checked too.
        return head.starts(with: Array("BM".utf8)) && head.count >= Self.head
            && head[15...17] == [0, 0, 0] && bitmapHeaders.contains(head[14])
    }

    private static let signs: [[UInt8]] = [
        Array("GIF87a".utf8), Array("GIF89a".utf8), [0x89] + Array("PNG\r\n".utf8), [0xFF, 0xD8, 0xFF],
        Array("II*\0".utf8), Array("MM\0*".utf8), [0, 0, 0, 12] + Array("JXL ".utf8),
    ]
    /// The brands of AVIF and HEIF, including image sequences.
    private static let brands: Set<String> = [
        "avif", "avis", "mif1", "msf1", "heic", "heix", "heim", "heis", "hevc", "hevx",
    ]
    private static let bitmapHeaders: Set<UInt8> = [12, 40, 52, 56, 64, 108, 124]
}
