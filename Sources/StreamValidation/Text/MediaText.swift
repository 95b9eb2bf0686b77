/// A media playlist as it is written, by segments.
package struct MediaText: Sendable {
    package struct Segment: Sendable {
        /// The line of the URI.
        package var line: Int
        package var uri: String
        /// The tags between the previous URI and this one.
        package var tags: [PlaylistText.Line]
        /// The value of EXTINF in seconds; nil when it is missing or invalid.
        package var duration: Double?
        /// The start in seconds, by the durations before it.
        package var start: Double

        package func first(_ tag: String) -> PlaylistText.Line? { tags.first { $0.tag == tag } }
    }

    package let text: PlaylistText
    package let segments: [Segment]
    /// The tags after the last URI.
    package let trailing: [PlaylistText.Line]
    package let targetDuration: Double?
    package let isComplete: Bool

    package init(_ text: PlaylistText) {
        self.text = text
        var segments: [Segment] = []
        var tags: [PlaylistText.Line] = []
        var start = 0.0
        for line in text.lines {
            switch line.content {
            case .tag: tags.append(line)
            case .uri:
                let info = tags.last { $0.tag == "EXTINF" }
                let duration = info.flatMap { Self.duration($0.value) }
                segments.append(
                    Segment(line: line.number, uri: line.text, tags: tags, duration: duration, start: start))
                start += duration ?? 0
                tags = []
            case .blank, .comment: break
            }
        }
        self.segments = segments
        trailing = tags
        targetDuration = text.first("EXT-X-TARGETDURATION").flatMap { Self.duration($0.value) }
        isComplete = text.first("EXT-X-ENDLIST") != nil
    }

    /// The declared duration of all segments in seconds.
    package var duration: Double { segments.reduce(0) { $0 + ($1.duration ?? 0) } }

    /// The longest duration that is read, about four months.
    private static let longest = 1e7

    static func duration(_ value: String) -> Double? {
        let number = value.prefix { $0 != "," }
        guard number.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }) else { return nil }
        return Double(number).flatMap { $0 <= Self.longest ? $0 : nil }
    }
}

/// A multivariant playlist as it is written.
package struct MultivariantText: Sendable {
    package struct Variant: Sendable {
        package var line: PlaylistText.Line
        package var attributes: AttributeText
        /// The URI; nil when no URI follows.
        package var uri: String?

        package var hasVideo: Bool {
            if attributes["RESOLUTION"] != nil { return true }
            guard let codecs = attributes["CODECS"] else { return false }
            return codecs.split(separator: ",").contains { CodecFamily($0)?.isVideo == true }
        }
    }

    package let text: PlaylistText
    package let variants: [Variant]
    package let renditions: [(line: PlaylistText.Line, attributes: AttributeText)]
    package let iFrameStreams: [(line: PlaylistText.Line, attributes: AttributeText)]

    package init(_ text: PlaylistText) {
        self.text = text
        var variants: [Variant] = []
        var isOpen = false
        for line in text.lines {
            switch line.content {
            case .tag("EXT-X-STREAM-INF", _):
                variants.append(Variant(line: line, attributes: line.attributes))
                isOpen = true
            case .uri where isOpen:
                variants[variants.count - 1].uri = line.text
                isOpen = false
            case .tag: isOpen = false
            case .blank, .comment, .uri: break
            }
        }
        self.variants = variants
        renditions = text.all("EXT-X-MEDIA").map { ($0, $0.attributes) }
        iFrameStreams = text.all("EXT-X-I-FRAME-STREAM-INF").map { ($0, $0.attributes) }
    }

    /// The renditions of a group.
    func members(_ type: String, _ group: String) -> [(line: PlaylistText.Line, attributes: AttributeText)] {
        renditions.filter { $0.attributes["TYPE"] == type && $0.attributes["GROUP-ID"] == group }
    }

    /// The groups of a type, in order.
    func groups(_ type: String) -> [String] {
        var groups: [String] = []
        for (_, attributes) in renditions where attributes["TYPE"] == type {
            if let group = attributes["GROUP-ID"], !groups.contains(group) { groups.append(group) }
        }
        return groups
    }
}
