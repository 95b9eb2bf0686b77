internal import MediaFormats
package import PlayheadCore

/// What the first bytes of a body or a file tell of it.
package struct ContentSniffer {
    private let bytes: ArraySlice<UInt8>

    package init(_ start: ArraySlice<UInt8>) { bytes = Self.plain(Array(start.prefix(Self.ofManifest)))[...] }

    /// Of all that there is, so that nothing is too far on.
    package init(whole bytes: [UInt8]) { self.bytes = Self.plain(bytes)[...] }

    package var isPlaylist: Bool { bytes.starts(with: "#EXTM3U".utf8) }

    /// Whether it is a playlist of a stream, and no list of items.
    var isStream: Bool {
        let marks: [StaticString] = ["#EXT-X-TARGETDURATION", "#EXT-X-STREAM-INF", "#EXT-X-VERSION"]
        return isPlaylist && marks.contains { bytes.firstRange(of: Array("\n\($0)".utf8)) != nil }
    }

    /// Whether it is a manifest of DASH, as far as its beginning tells: no other element is before that one.
    package var isPresentation: Bool { root.element == "MPD" }

    /// Whether it is a page for people.
    var isPage: Bool {
        let (type, element) = root
        return [type, element].contains { $0?.lowercased() == "html" }
    }

    /// Whether GStreamer may take it for a manifest of DASH or Smooth Streaming: those have an element of that name near their beginning, the
    /// latter in UTF-16 too.
    package var isManifest: Bool {
        let letters = letters
        return letters.contains("<mpd") || letters.contains("<smoothstreamingmedia")
    }

    /// Whether it is one of those from which GStreamer goes on to addresses that they name: HLS, DASH, Smooth Streaming.
    var namesOthers: Bool { letters.hasPrefix("#extm3u") || isManifest }

    /// Whether it is long enough to tell what it is: a picture, a playlist, a manifest, or a medium.
    package var isTelling: Bool {
        bytes.count >= ImageFile.head
            && (isPlaylist || isPresentation || !isMarkup && !isBlank || bytes.count >= Self.ofManifest)
    }

    package var isMarkup: Bool { bytes.first { !XMLText.isSpace($0) } == UInt8(ascii: "<") }

    /// Whether there is nothing in so much of it.
    var isBlank: Bool { bytes.allSatisfy(XMLText.isSpace) }

    /// What is wrong where a playlist or a manifest was asked for, and it is markup of another kind; nil where it may be one.
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

    /// The type that is declared, and the first element; nil for what is not there, or too far on.
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

    /// In small letters, whatever stands between them, as in UTF-16.
    private var letters: String {
        String(decoding: bytes.filter { $0 > 0x20 && $0 < 0x7f }, as: UTF8.self).lowercased()
    }

    /// The bytes of a text in UTF-8, without a mark: XML may come in UTF-16.
    package static func plain(_ bytes: [UInt8]) -> [UInt8] {
        let start = bytes.prefix(2)
        let isWide = [[0xFF, 0xFE], [0xFE, 0xFF], [0x3C, 0], [0, 0x3C]].contains(Array(start))
        guard isWide || bytes.starts(with: TextEncoding.mark) else { return bytes }
        return (try? TextEncoding.utf8(bytes)) ?? bytes
    }

    /// GStreamer looks at 4 kB of a manifest, in either encoding.
    static let ofManifest = 8192 + 64
}
