internal import Glibc
internal import Playhead
internal import PlayheadCore
internal import PlayheadSystem

/// The file of the artwork that other programs show. It is there while its item is current.
struct MPRISArtwork {
    private var artwork: Artwork?
    private(set) var uri: String?
    private var path: String?

    /// Writes the artwork of an item, and removes that of the one before.
    mutating func show(_ new: Artwork?) {
        guard new != artwork else { return }
        remove()
        artwork = new
        guard let new else { return }
        var template = Array("\(Self.folder)/playhead-art-XXXXXX".utf8CString)
        // The file is new, with the mode 0600.
        let descriptor = unsafe mkstemp(&template)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let name = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        path = name
        let count = unsafe new.bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
        guard count == new.bytes.count else { return remove() }
        uri = FileAddress.uri(path: name)
    }

    /// Removes the file.
    mutating func remove() {
        if let path { unsafe unlink(path) }
        (artwork, path, uri) = (nil, nil, nil)
    }

    private static var folder: String {
        unsafe getenv("XDG_RUNTIME_DIR").map { unsafe String(cString: $0) } ?? "/tmp"
    }
}
