internal import NIOCore

/// What the first bytes of a body or a file tell of it.
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
        let letters = letters
        return letters.contains("<mpd") || letters.contains("<smoothstreamingmedia")
    }

    /// Whether it is one of those from which GStreamer goes on to addresses that they name: HLS, DASH, Smooth Streaming.
    var namesOthers: Bool { letters.hasPrefix("#extm3u") || isManifest }

    /// Whether it is long enough to tell what it is.
    func isTelling(allowsManifests: Bool) -> Bool {
        bytes.count >= Self.ofPlaylist
            && (isPlaylist || isPresentation || allowsManifests && !isMarkup
                || bytes.count >= Self.ofManifest)
    }

    private var isMarkup: Bool { letters.hasPrefix("<") }

    /// In small letters, whatever stands between them, as in UTF-16.
    private var letters: String {
        String(decoding: bytes.filter { $0 > 0x20 && $0 < 0x7f }, as: UTF8.self).lowercased()
    }

    /// A playlist, with a mark of UTF-8 before it.
    private static let ofPlaylist = 10
    /// GStreamer looks at 4 kB of a manifest, in either encoding.
    static let ofManifest = 8192 + 64
}
