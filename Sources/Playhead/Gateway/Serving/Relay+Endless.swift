internal import NIOHTTP1

/// Stations: what they send has no beginning to go back to.
extension Relay {
    /// Whether the server sends without an end, and nothing of it twice: it names no length, no ranges, and no version of it.
    var isEndless: Bool {
        guard form == .medium, let head, head.status == .ok else { return false }
        let named: [String] = ["Content-Length", "Content-Range", "ETag", "Last-Modified"]
        return !named.contains(where: head.headers.contains(name:))
            && head.headers.first(name: "Accept-Ranges")?.lowercased() != "bytes"
    }
}
