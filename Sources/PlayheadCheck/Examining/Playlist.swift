internal import FoundationEssentials
internal import GStreamer
internal import Playhead
internal import PlayheadSystem

/// The variants and renditions in an HLS playlist (RFC 8216, section 4.3.4).
enum Playlist: Equatable {
    /// A multivariant playlist.
    case variants([Variant])
    /// The name is that of a playlist, but the file cannot be read.
    case unreadable
    /// The input is a media playlist, or no playlist.
    case none

    /// A variant, or a rendition of its own.
    struct Variant: Equatable {
        var name: String
        /// The URI; nil if it is not playable alone.
        var address: String?
    }

    /// Reads the playlist of an item.
    static func read(at item: MediaItem) async -> Playlist {
        guard item.uri.isNameOfPlaylist else { return .none }
        let text =
            if let path = FileAddress.path(uri: item.uri) {
                LocalFile.bytes(of: path, atMost: 16 << 20).flatMap { String(validating: $0, as: UTF8.self) }
            } else {
                await NetworkText.fetch(item.uri)
            }
        return text.map { Playlist($0, at: item.uri) } ?? .unreadable
    }

    /// Parses the playlist at a URI.
    init(_ text: String, at address: String) {
        var variants: [Variant] = []
        var attributes: String?
        for line in text.split(whereSeparator: \.isNewline).map(\.trimmingSpaces) where !line.isEmpty {
            if line.hasPrefix("#EXT-X-STREAM-INF:") {
                attributes = line
            } else if line.hasPrefix("#EXT-X-MEDIA:"), let uri = line.attribute("URI") {
                let type = line.attribute("TYPE") ?? ""
                let name = "rendition \(type.lowercased()) \(line.attribute("NAME") ?? uri)"
                let isPlayable = type == "AUDIO" || type == "VIDEO"
                variants.append(Variant(name: name, address: isPlayable ? address.resolving(uri) : nil))
            } else if !line.hasPrefix("#"), let found = attributes {
                let details = [found.attribute("RESOLUTION"), found.attribute("BANDWIDTH")]
                let name = (["variant", line] + details.compactMap(\.self)).joined(separator: " ")
                variants.append(Variant(name: name, address: address.resolving(line)))
                attributes = nil
            }
        }
        self = variants.isEmpty ? .none : .variants(variants)
    }
}

extension String {
    /// The value of an attribute in a playlist line, without quotation marks.
    fileprivate func attribute(_ name: String) -> String? {
        var rest = self[(firstIndex(of: ":").map { index(after: $0) } ?? endIndex)...]
        while let equals = rest.firstIndex(of: "=") {
            let found = rest[..<equals].trimmingSpaces
            rest = rest[rest.index(after: equals)...]
            let value: Substring
            if rest.first == "\"" {
                rest = rest.dropFirst()
                value = rest.prefix { $0 != "\"" }
                rest = rest.dropFirst(value.count).drop { $0 != "," }.dropFirst()
            } else {
                value = rest.prefix { $0 != "," }
                rest = rest.dropFirst(value.count + 1)
            }
            if found == name { return String(value) }
        }
        return nil
    }

    /// Resolves a URI relative to this one.
    fileprivate func resolving(_ other: String) -> String {
        URL(string: other, relativeTo: URL(string: self))?.absoluteString ?? other
    }

    fileprivate var isNameOfPlaylist: Bool {
        let name = prefix { $0 != "?" && $0 != "#" }.lowercased()
        return name.hasSuffix(".m3u8") || name.hasSuffix(".m3u")
    }
}
