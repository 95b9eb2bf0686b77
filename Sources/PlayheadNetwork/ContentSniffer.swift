internal import MediaFormats
package import PlayheadCore

/// Detects the content type from the first bytes of a response body or a file.
package struct ContentSniffer {
    private let bytes: ArraySlice<UInt8>

    package init(_ start: ArraySlice<UInt8>) { bytes = Self.plain(Array(start.prefix(Self.ofManifest)))[...] }

    /// Inspects the whole content, so that no element is beyond the inspected range.
    package init(whole bytes: [UInt8]) { self.bytes = Self.plain(bytes)[...] }

    package var isPlaylist: Bool { bytes.starts(with: "#EXTM3U".utf8) }

    /// Whether the content is an HLS playlist, and not a plain M3U list of items.
    var isStream: Bool {
        let marks: [StaticString] = ["#EXT-X-TARGETDURATION", "#EXT-X-STREAM-INF", "#EXT-X-VERSION"]
        return isPlaylist && marks.contains { bytes.firstRange(of: Array("\n\($0)".utf8)) != nil }
    }

    /// Whether the content is a DASH manifest, as far as its beginning shows. `MPD` must be the first
    /// element.
    package var isPresentation: Bool { root.element == "MPD" }

    /// Whether the content is an HTML page.
    var isPage: Bool {
        let (type, element) = root
        return [type, element].contains { $0?.lowercased() == "html" }
    }

    /// Whether GStreamer may detect a DASH or Smooth Streaming manifest. GStreamer searches for the root
    /// element near the beginning, for Smooth Streaming also in UTF-16.
    package var isManifest: Bool {
        let letters = letters
        return letters.contains("<mpd") || letters.contains("<smoothstreamingmedia")
    }

    /// Whether GStreamer would fetch URIs that the content names: HLS, DASH, Smooth Streaming.
    var namesOthers: Bool { letters.hasPrefix("#extm3u") || isManifest }

    /// Whether the bytes suffice to detect the type: an image, a playlist, a manifest, or a medium.
    package var isTelling: Bool {
        bytes.count >= ImageFile.head
            && (isPlaylist || isPresentation || !isMarkup && !isBlank || bytes.count >= Self.ofManifest)
    }

    package var isMarkup: Bool { bytes.first { !XMLText.isSpace($0) } == UInt8(ascii: "<") }

    /// Whether all inspected bytes are white space.
    var isBlank: Bool { bytes.allSatisfy(XMLText.isSpace) }

    /// The error when a playlist or a manifest was requested and the content is other markup; nil when the
    /// content may be a playlist or a manifest.
    package var faultOfPlaylist: PlayerError? {
        if isPage {
            return PlayerError(
                .invalidPlaylist, "There is a web page in place of the playlist",
                hint: "check the address, and whether it wants a login")
        }
        guard isMarkup, !isPresentation else { return nil }
        let name = root.element.map { ", but <\($0.prefix(40))>" } ?? ""
        return PlayerError(
            .invalidPlaylist, "It is no playlist of HLS and no manifest of DASH\(name)",
            hint: "check the address"
        )
    }

    /// The declared document type and the first element. Each is nil when it is missing or beyond the
    /// inspected bytes.
    private var root: (type: String?, element: String?) {
        var rest = bytes
        var type: String?
        while let mark = rest.firstIndex(of: UInt8(ascii: "<")) {
            guard rest[..<mark].allSatisfy(XMLText.isSpace) else { break }
            rest = rest[mark...]
            var end: StaticString
            if rest.starts(with: "<!--".utf8) {
                end = "-->"
            } else if rest.starts(with: "<?".utf8) {
                end = "?>"
            } else if String(decoding: rest.prefix(9), as: UTF8.self).lowercased() == "<!doctype" {
                type = Self.name(rest.dropFirst(9).drop(while: XMLText.isSpace))
                let close = rest.firstIndex(of: UInt8(ascii: ">")) ?? rest.endIndex
                end = rest[..<close].contains(UInt8(ascii: "[")) ? "]>" : ">"
            } else {
                return (type, Self.name(rest.dropFirst()))
            }
            guard let next = rest.firstRange(of: end.description.utf8) else { break }
            rest = rest[next.upperBound...]
        }
        return (type, nil)
    }

    private static func name(_ bytes: ArraySlice<UInt8>) -> String? {
        let ends = Array(">/[".utf8)
        let name = XMLText.name(bytes.prefix { !XMLText.isSpace($0) && !ends.contains($0) })
        return name.isEmpty ? nil : name
    }

    /// The printable ASCII characters in lower case. Other bytes are removed, such as the zero bytes of
    /// UTF-16.
    private var letters: String {
        String(decoding: bytes.filter { $0 > 0x20 && $0 < 0x7f }, as: UTF8.self).lowercased()
    }

    /// The bytes as UTF-8 without a byte order mark. XML may be encoded in UTF-16.
    package static func plain(_ bytes: [UInt8]) -> [UInt8] {
        let start = bytes.prefix(2)
        let isWide = [[0xFF, 0xFE], [0xFE, 0xFF], [0x3C, 0], [0, 0x3C]].contains(Array(start))
        guard isWide || bytes.starts(with: TextEncoding.mark) else { return bytes }
        return (try? TextEncoding.utf8(bytes)) ?? bytes
    }

    /// The number of inspected bytes. GStreamer inspects 4 kB of characters of a manifest, in either
    /// encoding.
    static let ofManifest = 8192 + 64
}
