import FoundationEssentials

/// The content at a path, with its type, size, tag and date.
struct Resource: Sendable {
    enum Content: Sendable {
        case bytes([UInt8])
        case file(OpenFile)
    }

    var content: Content
    var size: Int
    var type: String
    /// The entity tag; it differs between contents.
    var tag: String?
    var modified: Date?
    /// Whether the server accepts range requests for it.
    var hasRanges = true

    init(text: String, type: String) {
        self.init(bytes: Array(text.utf8), type: type)
    }

    init(bytes: [UInt8], type: String) {
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
