internal import GStreamer
internal import Synchronization

/// Files that hold pictures only, still or animated, known by how they begin. Of some of them GStreamer makes one picture without an end, of others it
/// says that they are damaged, or shows all pictures of an animation at once (1.22.0).
enum PictureFile {
    /// How many bytes tell, at most.
    static let head = 18

    /// Whether content that begins with these bytes is such a file.
    static func begins(with head: [UInt8]) -> Bool {
        if signs.contains(where: { head.starts(with: $0) }) { return true }
        let name = { (place: Int) in String(decoding: head.dropFirst(place).prefix(4), as: UTF8.self) }
        if name(0) == "RIFF" { return name(8) == "WEBP" }
        if name(4) == "ftyp" { return brands.contains(name(8)) }
        // Of BMP, the size of its header is known, too.
        return head.starts(with: Array("BM".utf8)) && head.count >= Self.head
            && head[15...17] == [0, 0, 0] && bitmapHeaders.contains(head[14])
    }

    /// Whether a file is one.
    static func isThere(_ path: FilePath) -> Bool {
        begins(with: FileBytes(path: path)?.bytes(at: 0, count: head) ?? [])
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

extension GStreamerPipeline {
    /// Gives up content that turns out to be a picture, and lets nothing of it go on: avdemux_gif may not end (1.22.0). Of a file that is
    /// known before.
    func refusePictures(from element: Element, _ factory: String) {
        guard factory == "typefind", !request.item.uri.hasPrefix("file:") else { return }
        let sight = PictureSight()
        let entry = element.pad("sink")
        entry?.onHead(upTo: PictureFile.head) { [weak self] head, _ in
            guard head.count >= PictureFile.head else { return false }
            guard PictureFile.begins(with: head) else { return true }
            sight.isPicture.store(true, ordering: .relaxed)
            self?.later { $0.fail(.stillPicture($0.request.item.uri)) }
            return true
        }
        entry?.passData { !sight.isPicture.load(ordering: .relaxed) }
    }
}

/// Whether what passes has turned out to be a picture.
private final class PictureSight: Sendable {
    let isPicture = Atomic(false)
}
