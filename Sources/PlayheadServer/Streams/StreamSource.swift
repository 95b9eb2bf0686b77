internal import PlayheadSystem

/// The segments of a media playlist that a live stream is made from (RFC 8216, section 4.3).
struct StreamSource: Sendable, Equatable {
    struct Segment: Sendable, Equatable {
        var duration: Duration
        /// The duration as written in the playlist.
        var durationText: String
        var path: String
        /// Whether a discontinuity precedes it.
        var isDiscontinuous = false
    }

    /// The reason why a playlist cannot become a live stream.
    struct Refusal: Error {
        var reason: String
    }

    var version: Int?
    var targetDuration: Int
    var isIndependent = false
    /// The path of the initialisation section.
    var map: String?
    var segments: [Segment] = []

    /// The possible durations of a segment, in seconds: those with which the times of a stream can be computed.
    private static let durations = 0.001...1e6

    /// Parses the playlist at a path.
    init(_ text: String, at path: String) throws(Refusal) {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingSpaces }
        guard lines.first == "#EXTM3U" else { throw Refusal(reason: "it is no playlist") }
        var target: Int?
        var duration: String?
        var isDiscontinuous = false
        for line in lines.dropFirst() where !line.isEmpty {
            let (tag, value) = line.tagAndValue
            switch tag {
            case "#EXT-X-VERSION": version = Int(value)
            case "#EXT-X-TARGETDURATION": target = Int(value)
            case "#EXT-X-INDEPENDENT-SEGMENTS": isIndependent = true
            case "#EXT-X-DISCONTINUITY": isDiscontinuous = true
            case "#EXTINF": duration = String(value.prefix { $0 != "," })
            case "#EXT-X-MAP":
                guard map == nil, let uri = value.quotedAttribute("URI"), !value.contains("BYTERANGE") else {
                    throw Refusal(reason: "its initialisation section is not a single whole file")
                }
                map = uri.path(besides: path)
            case "#EXT-X-BYTERANGE", "#EXT-X-PART": throw Refusal(reason: "it has parts of files (\(tag))")
            case "#EXT-X-KEY" where value != "METHOD=NONE": throw Refusal(reason: "it is encrypted")
            case "#EXT-X-STREAM-INF":
                throw Refusal(reason: "it is a multivariant playlist: name one of its media playlists")
            case let comment where comment.hasPrefix("#"): continue
            default:
                guard let text = duration, let seconds = Double(text), Self.durations.contains(seconds)
                else {
                    throw Refusal(reason: "the segment \(line) has no duration")
                }
                segments.append(
                    Segment(
                        duration: .seconds(seconds), durationText: text, path: line.path(besides: path),
                        isDiscontinuous: isDiscontinuous))
                (duration, isDiscontinuous) = (nil, false)
            }
        }
        guard let target else { throw Refusal(reason: "it has no target duration") }
        if segments.isEmpty { throw Refusal(reason: "it has no segments") }
        targetDuration = target
    }

    /// The segment with a number, counted from 0 over all repetitions.
    func segment(_ number: Int) -> Segment {
        var segment = segments[number % segments.count]
        if number > 0, number % segments.count == 0 { segment.isDiscontinuous = true }
        return segment
    }

    /// The number of discontinuities before a segment.
    func discontinuities(before number: Int) -> Int {
        let (rounds, rest) = number.quotientAndRemainder(dividingBy: segments.count)
        let inner = segments.dropFirst().count(where: \.isDiscontinuous)
        let first = segments[0].isDiscontinuous ? 1 : 0
        let seams = max(rounds + (rest > 0 ? 1 : 0) - 1, 0)
        return rounds * inner + segments.prefix(rest).dropFirst().count(where: \.isDiscontinuous) + seams
            + (number > 0 ? first : 0)
    }
}

extension StringProtocol {
    fileprivate var trimmingSpaces: String {
        var text = Substring(self).drop { $0.isWhitespace }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }

    /// Splits `#TAG:value` at the colon.
    fileprivate var tagAndValue: (tag: String, value: String) {
        guard hasPrefix("#"), let colon = firstIndex(of: ":") else { return (String(self), "") }
        return (String(self[..<colon]), String(self[index(after: colon)...]))
    }

    /// The value of `NAME="value"` in an attribute list.
    fileprivate func quotedAttribute(_ name: String) -> String? {
        for part in split(separator: ",") where part.hasPrefix(name + "=\"") && part.hasSuffix("\"") {
            return String(part.dropFirst(name.count + 2).dropLast())
        }
        return nil
    }
}

extension String {
    /// Resolves a relative URL in the file at a path.
    fileprivate func path(besides file: String) -> String {
        let folder = file.split(separator: "/").dropLast()
        let name = PercentEncoding.strictlyDecoded(self) ?? self
        return (hasPrefix("/") ? [] : folder.map(String.init)).joined(separator: "/")
            + (hasPrefix("/") || folder.isEmpty ? name.drop { $0 == "/" } : "/" + name)
    }
}
