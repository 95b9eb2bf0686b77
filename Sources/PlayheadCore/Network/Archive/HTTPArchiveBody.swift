internal import FoundationEssentials
internal import PlayheadSystem

/// The body of a recorded response, without its content coding.
struct HTTPArchiveBody {
    /// The number of bytes on the network.
    private(set) var transferred = 0
    private var size = 0
    private var bytes: [UInt8] = []
    private var inflater: Inflater?
    /// Whether the coding is unknown or the coded data is damaged. Then the coded bytes are kept.
    private var isCoded = false
    /// The maximum number of bytes to keep; nil keeps none.
    private let limit: Int?
    /// The most bytes that are decoded at once: damaged data can decode to endless data.
    private static let mostDecoded = 1 << 30

    init(coding: String?, limit: Int?) {
        self.limit = limit
        switch coding?.lowercased() {
        case nil, "identity": break
        case "gzip", "x-gzip", "deflate": inflater = Inflater()
        default: isCoded = true
        }
    }

    mutating func take(_ piece: ArraySlice<UInt8>) {
        transferred += piece.count
        var plain = piece
        if let inflater, !isCoded {
            do throws(Inflater.Fault) {
                plain = try inflater.take(Array(piece), atMost: Self.mostDecoded)[...]
            } catch {
                isCoded = true
            }
        }
        size += plain.count
        guard let limit else { return }
        if size <= limit { bytes += plain } else { bytes = [] }
    }

    func content(mimeType: String, isKept: Bool) -> HTTPArchiveEntry.Content {
        var content = HTTPArchiveEntry.Content()
        content.mimeType = mimeType
        content.size = size
        if inflater != nil, !isCoded { content.compression = size - transferred }
        if isCoded { content.comment = "The body is as it was sent: its coding is unknown or damaged." }
        guard let limit, isKept else { return content }
        guard size <= limit else {
            content.comment = "The body is not recorded, because it is longer than \(limit) bytes."
            return content
        }
        if Self.isText(mimeType), let text = String(validating: bytes, as: UTF8.self) {
            content.text = text
        } else {
            content.text = Data(bytes).base64EncodedString()
            content.encoding = "base64"
        }
        return content
    }

    /// Whether a media type is that of text.
    private static func isText(_ type: String) -> Bool {
        let type = type.prefix { $0 != ";" }.lowercased()
        return type.hasPrefix("text/") || ["mpegurl", "xml", "json"].contains { type.hasSuffix($0) }
    }
}
