/// Files that hold pictures only, still or animated, known by how they begin. Of some of them GStreamer makes one picture without an end, of others it
/// says that they are damaged, or shows all pictures of an animation at once (1.22.0).
package enum ImageFile {
    /// How many bytes tell, at most.
    package static let head = 18

    /// Whether content that begins with these bytes is such a file.
    package static func begins(with head: [UInt8]) -> Bool {
        if signs.contains(where: { head.starts(with: $0) }) { return true }
        let name = { (place: Int) in String(decoding: head.dropFirst(place).prefix(4), as: UTF8.self) }
        if name(0) == "RIFF" { return name(8) == "WEBP" }
        if name(4) == "ftyp" { return brands.contains(name(8)) }
        // Of BMP, the size of its header is known, too.
        return head.starts(with: Array("BM".utf8)) && head.count >= Self.head
            && head[15...17] == [0, 0, 0] && bitmapHeaders.contains(head[14])
    }

    private static let signs: [[UInt8]] = [
        Array("GIF87a".utf8), Array("GIF89a".utf8), [0x89] + Array("PNG\r\n".utf8), [0xFF, 0xD8, 0xFF],
        Array("II*\0".utf8), Array("MM\0*".utf8), [0, 0, 0, 12] + Array("JXL ".utf8),
    ]
    /// AVIF and HEIF, also with several pictures.
    private static let brands: Set<String> = [
        "avif", "avis", "mif1", "msf1", "heic", "heix", "heim", "heis", "hevc", "hevx",
    ]
    private static let bitmapHeaders: Set<UInt8> = [12, 40, 52, 56, 64, 108, 124]
}
