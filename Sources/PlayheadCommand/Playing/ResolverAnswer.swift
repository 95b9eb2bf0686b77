import Playhead
import PlayheadRemote

/// What a program for `--resolver` has found: addresses on lines, or the JSON of yt-dlp.
struct ResolverAnswer {
    /// A medium of the answer.
    struct Medium: Equatable {
        var uri: String
        var title: String?
        var headers: [String: String] = [:]
        /// Whether the address is that of a page, which has to be resolved, too.
        var isPage = false
    }

    /// Why an answer cannot be used.
    enum Fault: Error, Equatable {
        case nothing
        case separateTracks
        case malformed(String)
    }

    private(set) var media: [Medium] = []

    /// Parses the output of the program. Without any text the address itself is to be played.
    init(_ text: String) throws(Fault) {
        if let value = RemoteValue(json: text.utf8) {
            try add(value)
        } else {
            for line in text.split(whereSeparator: \.isNewline) where !line.allSatisfy(\.isWhitespace) {
                if line.hasPrefix("{"), let value = RemoteValue(json: line.utf8) {
                    try add(value)
                } else if line.contains("://"), !line.contains(where: \.isWhitespace) {
                    media.append(Medium(uri: String(line)))
                } else {
                    throw .malformed(String(line.prefix(100)))
                }
            }
            return
        }
        if media.isEmpty { throw .nothing }
    }

    private mutating func add(_ value: RemoteValue) throws(Fault) {
        guard case .map = value else { throw .malformed(String(value.json.prefix(100))) }
        if case .list(let entries)? = value["entries"] {
            // An entry is null if it is not available.
            for entry in entries where entry != .null { try add(entry) }
            return
        }
        let format = try Self.format(of: value)
        guard let uri = format["url"]?.nonEmpty ?? format["manifest_url"]?.nonEmpty else { throw .nothing }
        media.append(
            Medium(
                uri: uri, title: value["title"]?.nonEmpty,
                headers: (format["http_headers"] ?? value["http_headers"])?.texts ?? [:],
                isPage: value["_type"]?.nonEmpty?.hasPrefix("url") ?? false))
    }

    /// The object with the address: the medium itself, or the best of its formats with video and audio.
    private static func format(of medium: RemoteValue) throws(Fault) -> RemoteValue {
        if medium["url"]?.nonEmpty != nil { return medium }
        let parts = medium["requested_formats"]?.elements ?? []
        if parts.count == 1 { return parts[0] }
        // The tracks of one HLS or DASH stream come from the same list.
        let lists = Set(parts.map { $0["manifest_url"]?.nonEmpty })
        if parts.count > 1, lists.count == 1, let list = lists.first ?? nil {
            return .map(["url": .string(list), "http_headers": parts[0]["http_headers"] ?? .null])
        }
        let formats = medium["formats"]?.elements ?? []
        func has(_ key: String, _ format: RemoteValue) -> Bool {
            format[key]?.nonEmpty.map { $0 != "none" } ?? false
        }
        // The last one is the best.
        if let both = formats.last(where: { has("vcodec", $0) && has("acodec", $0) }) { return both }
        if formats.contains(where: { has("vcodec", $0) }) || parts.count > 1 { throw .separateTracks }
        return formats.last ?? medium
    }
}

extension RemoteValue {
    /// A text that is not empty.
    fileprivate var nonEmpty: String? {
        if case .string(let text) = self, !text.isEmpty { text } else { nil }
    }

    fileprivate var elements: [RemoteValue] { if case .list(let values) = self { values } else { [] } }

    /// The texts of an object.
    fileprivate var texts: [String: String] {
        guard case .map(let fields) = self else { return [:] }
        return fields.compactMapValues(\.nonEmpty)
    }
}
