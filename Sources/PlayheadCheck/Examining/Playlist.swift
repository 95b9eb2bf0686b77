internal import FoundationEssentials
internal import GStreamer
internal import Playhead
internal import PlayheadSystem
internal import StreamValidation

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
        let master = MultivariantText(PlaylistText(Array(text.utf8), uri: address))
        var variants: [(line: Int, variant: Variant)] = []
        for (line, attributes) in master.renditions {
            guard let uri = attributes["URI"] else { continue }
            let type = attributes["TYPE"] ?? ""
            let name = "rendition \(type.lowercased()) \(attributes["NAME"] ?? uri)"
            let isPlayable = type == "AUDIO" || type == "VIDEO"
            variants.append(
                (line.number, Variant(name: name, address: isPlayable ? address.resolving(uri) : nil)))
        }
        for variant in master.variants {
            guard let uri = variant.uri else { continue }
            let details = [variant.attributes["RESOLUTION"], variant.attributes["BANDWIDTH"]]
            let name = (["variant", uri] + details.compactMap(\.self)).joined(separator: " ")
            variants.append((variant.line.number, Variant(name: name, address: address.resolving(uri))))
        }
        self = variants.isEmpty ? .none : .variants(variants.sorted { $0.line < $1.line }.map(\.variant))
    }
}

extension String {
    /// Resolves a URI relative to this one.
    fileprivate func resolving(_ other: String) -> String {
        URL(string: other, relativeTo: URL(string: self))?.absoluteString ?? other
    }

    fileprivate var isNameOfPlaylist: Bool {
        let name = prefix { $0 != "?" && $0 != "#" }.lowercased()
        return name.hasSuffix(".m3u8") || name.hasSuffix(".m3u")
    }
}
