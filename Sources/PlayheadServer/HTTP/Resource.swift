import Foundation

/// What a path stands for: bytes, and what is known of them.
struct Resource: Sendable {
    enum Content: Sendable {
        case bytes([UInt8])
        case file(OpenFile)
    }

    var content: Content
    var size: Int
    var type: String
    /// Differs for different content.
    var tag: String?
    var modified: Date?
    /// Whether a part of it can be asked for.
    var hasRanges = true

    init(text: String, type: String) {
        let bytes = Array(text.utf8)
        content = .bytes(bytes)
        size = bytes.count
        self.type = type
    }

    init(file: OpenFile, path: String) {
        content = .file(file)
        size = file.size
        type = MediaType.name(for: path)
        tag = file.tag
        modified = file.modified
    }
}
