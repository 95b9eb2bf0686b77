internal import NIOCore

/// What the first bytes of a body tell of it.
struct MediumStart {
    private let bytes: ByteBufferView

    init(_ buffer: ByteBuffer) { bytes = buffer.readableBytesView.prefix(Self.ofManifest) }

    var isPlaylist: Bool {
        let plain = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes
        return plain.starts(with: "#EXTM3U".utf8)
    }

    /// Whether it is a manifest of DASH, as far as its beginning tells: no other element is before that one.
    var isPresentation: Bool {
        var rest = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes
        while let mark = rest.firstIndex(of: UInt8(ascii: "<")) {
            guard rest[..<mark].allSatisfy(XMLText.isSpace) else { return false }
            rest = rest[mark...]
            let end: StaticString
            if rest.starts(with: "<!--".utf8) {
                end = "-->"
            } else if rest.starts(with: "<?".utf8) {
                end = "?>"
            } else {
                let name = rest.dropFirst().prefix { !XMLText.isSpace($0) && $0 != UInt8(ascii: ">") }
                return XMLText.name(ArraySlice(name)) == "MPD"
            }
            guard let next = rest.firstRange(of: end.description.utf8) else { return false }
            rest = rest[next.upperBound...]
        }
        return false
    }

    /// Whether it is a page for people.
    var isPage: Bool {
        let text = String(decoding: bytes.prefix(64), as: UTF8.self).drop(while: \.isWhitespace).lowercased()
        return text.hasPrefix("<!doctype") || text.hasPrefix("<html")
    }

    /// Whether GStreamer may take it for a manifest of DASH or Smooth Streaming: those have an element of that name near their beginning, the
    /// latter in UTF-16 too.
    var isManifest: Bool {
        let text = String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self).lowercased()
        return text.contains("<mpd") || text.contains("<smoothstreamingmedia")
    }

    /// Whether it is long enough to tell what it is.
    func isTelling(allowsManifests: Bool) -> Bool {
        guard bytes.count >= Self.ofPlaylist else { return false }
        let isMarkup = bytes.first { !XMLText.isSpace($0) } == UInt8(ascii: "<")
        return isPlaylist || isPresentation || bytes.count >= Self.ofManifest
            || (allowsManifests && !isMarkup)
    }

    /// A playlist, with a mark of UTF-8 before it.
    private static let ofPlaylist = 10
    /// GStreamer looks at 4 kB of a manifest, in either encoding.
    static let ofManifest = 8192 + 64
}
