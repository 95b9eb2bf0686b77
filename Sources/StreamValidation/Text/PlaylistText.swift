internal import AdaptiveStreaming

/// An HLS playlist as it is written, line by line and without corrections.
///
/// The player's parser accepts many faults. This one keeps them, so that rules can report them.
package struct PlaylistText: Sendable {
    package struct Line: Sendable, Equatable {
        package enum Content: Sendable, Equatable {
            case blank, comment, uri
            /// A tag with the text after its colon; nil without a colon.
            case tag(String, String?)
        }

        /// From 1 on.
        package var number: Int
        package var text: String
        package var content: Content

        package var tag: String? { if case .tag(let name, _) = content { name } else { nil } }
        package var value: String { if case .tag(_, let value) = content { value ?? "" } else { "" } }
        /// The attributes after a tag.
        package var attributes: AttributeText { AttributeText(value) }
    }

    package enum Kind: Sendable { case media, multivariant, mixed, none }

    package let uri: String
    package let isUTF8: Bool
    package let hasByteOrderMark: Bool
    package let lines: [Line]

    package init(_ bytes: [UInt8], uri: String) {
        self.uri = uri
        hasByteOrderMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let body = bytes.dropFirst(hasByteOrderMark ? 3 : 0)
        isUTF8 = String(validating: body, as: UTF8.self) != nil
        lines = body.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated().map {
            index, line in
            let text = String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
            return Line(number: index + 1, text: text, content: Self.content(of: text))
        }
    }

    private static func content(of text: String) -> Line.Content {
        if text.isEmpty { return .blank }
        guard text.hasPrefix("#") else { return .uri }
        guard text.hasPrefix("#EXT") else { return .comment }
        let name = text.dropFirst().prefix { $0 != ":" }
        return .tag(
            String(name), name.endIndex == text.endIndex ? nil : String(text[name.endIndex...].dropFirst()))
    }

    package func all(_ tag: String) -> [Line] { lines.filter { $0.tag == tag } }
    package func first(_ tag: String) -> Line? { lines.first { $0.tag == tag } }

    package var kind: Kind {
        let tags = Set(lines.compactMap(\.tag))
        return
            switch (tags.isDisjoint(with: TagName.ofMultivariant), tags.isDisjoint(with: TagName.ofMedia))
        {
        case (false, false): .mixed
        case (false, true): .multivariant
        case (true, false): .media
        case (true, true): .none
        }
    }
}

/// The tags of RFC 8216bis by the playlists in which they occur.
enum TagName {
    static let ofMultivariant: Set<String> = [
        "EXT-X-MEDIA", "EXT-X-STREAM-INF", "EXT-X-I-FRAME-STREAM-INF", "EXT-X-SESSION-DATA",
        "EXT-X-SESSION-KEY", "EXT-X-CONTENT-STEERING",
    ]
    /// Tags of a media playlist that occur at most once.
    static let onceInMedia: Set<String> = [
        "EXT-X-TARGETDURATION", "EXT-X-MEDIA-SEQUENCE", "EXT-X-DISCONTINUITY-SEQUENCE", "EXT-X-ENDLIST",
        "EXT-X-PLAYLIST-TYPE", "EXT-X-I-FRAMES-ONLY", "EXT-X-PART-INF", "EXT-X-SERVER-CONTROL", "EXT-X-SKIP",
    ]
    static let ofSegment: Set<String> = [
        "EXTINF", "EXT-X-BYTERANGE", "EXT-X-DISCONTINUITY", "EXT-X-KEY", "EXT-X-MAP",
        "EXT-X-PROGRAM-DATE-TIME", "EXT-X-GAP", "EXT-X-BITRATE", "EXT-X-PART",
    ]
    static let ofMedia = onceInMedia.union(ofSegment).union([
        "EXT-X-DATERANGE", "EXT-X-PRELOAD-HINT", "EXT-X-RENDITION-REPORT",
    ])
    static let ofBoth: Set<String> = [
        "EXTM3U", "EXT-X-VERSION", "EXT-X-INDEPENDENT-SEGMENTS", "EXT-X-START", "EXT-X-DEFINE",
    ]
    /// Tags that occur at most once in either kind.
    static let once = onceInMedia.union([
        "EXTM3U", "EXT-X-VERSION", "EXT-X-INDEPENDENT-SEGMENTS", "EXT-X-START", "EXT-X-CONTENT-STEERING",
    ])
    /// Removed from the specification in version 7 of the protocol, and still valid.
    static let former: Set<String> = ["EXT-X-ALLOW-CACHE"]
    static let all = ofMultivariant.union(ofMedia).union(ofBoth).union(former)
    /// Tags with an attribute list.
    static let withAttributes: Set<String> = [
        "EXT-X-MEDIA", "EXT-X-STREAM-INF", "EXT-X-I-FRAME-STREAM-INF", "EXT-X-SESSION-DATA",
        "EXT-X-SESSION-KEY", "EXT-X-CONTENT-STEERING", "EXT-X-START", "EXT-X-DEFINE", "EXT-X-KEY",
        "EXT-X-MAP",
        "EXT-X-PART", "EXT-X-PART-INF", "EXT-X-SERVER-CONTROL", "EXT-X-SKIP", "EXT-X-DATERANGE",
        "EXT-X-PRELOAD-HINT", "EXT-X-RENDITION-REPORT",
    ]
}
