/// A format of image files.
public enum ImageFormat: Sendable, Hashable {
    /// PNG, without loss, with alpha.
    case png
    /// JPEG with 4:2:0 chroma, without alpha. The quality is 1 to 100, and limited to it; 85 is common.
    case jpeg(quality: Int)
    /// WebP with loss, with alpha. The quality is 1 to 100, and limited to it; 75 is common.
    case webp(quality: Int)
    /// WebP without loss, with alpha. It needs about seven times as long as ``png``.
    case losslessWebP

    /// The media type (IANA), for example `image/png`.
    public var mediaType: String {
        switch self {
        case .png: "image/png"
        case .jpeg: "image/jpeg"
        case .webp, .losslessWebP: "image/webp"
        }
    }

    /// The common extension of file names, without a dot: `png`, `jpg` or `webp`.
    public var fileExtension: String {
        switch self {
        case .png: "png"
        case .jpeg: "jpg"
        case .webp, .losslessWebP: "webp"
        }
    }
}
