/// A live HLS stream that a server makes from a recorded one. The segments of a media playlist become
/// available one after the other, as time advances on the clock of the server.
///
/// The time of a stream begins with the first request for its playlist. Each segment has its own URL beside
/// the playlist: segment 104 of `tv.m3u8` is `tv-104.ts`, by its media sequence number. A segment is
/// available from its first listing on. It stays available after its removal from the playlist for the
/// duration of the playlist (RFC 8216, section 6.2.2). At its end the recording begins again, after a
/// discontinuity.
public struct LiveStream: Sendable, Hashable {
    /// The segments that a playlist lists.
    public enum Window: Sendable, Hashable {
        /// The last segments, as a number.
        case segments(Int)
        /// All segments since the beginning, in a playlist of type EVENT.
        case all
    }

    /// The behaviour after the last segment.
    public enum End: String, Sendable, Hashable, Codable {
        /// The playlist gets `EXT-X-ENDLIST`.
        case vod
        /// The playlist stops changing and has no `EXT-X-ENDLIST`.
        case stale
    }

    /// The path in the folder of the recorded media playlist. The playlist must not have byte ranges, keys,
    /// or more than one initialisation section.
    public var source: String
    /// The segments that the playlist lists.
    public var window: Window
    /// The number of segments at the beginning.
    public var startsWith: Int
    /// The media sequence number of the first segment.
    public var firstSequence: Int
    /// The total number of segments; nil: without end.
    public var segmentCount: Int?
    /// The behaviour after the last segment.
    public var end: End

    /// Makes a live stream.
    public init(
        from source: String, window: Window = .segments(3), startsWith: Int = 3, firstSequence: Int = 0,
        segmentCount: Int? = nil, end: End = .vod
    ) {
        self.source = source
        self.window = window
        self.startsWith = startsWith
        self.firstSequence = firstSequence
        self.segmentCount = segmentCount
        self.end = end
    }
}

extension LiveStream: Codable {
    private enum CodingKeys: CodingKey, CaseIterable {
        case source, window, startsWith, firstSequence, segmentCount, end
    }

    /// Decodes a stream; an unknown key is an error.
    public init(from decoder: any Decoder) throws {
        let mapping = try decoder.container(knowing: CodingKeys.self)
        func count(_ key: CodingKeys, atLeast least: Int) throws -> Int? {
            guard let count = try mapping.decodeIfPresent(Int.self, forKey: key) else { return nil }
            guard (least...1 << 53).contains(count) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: mapping,
                    debugDescription: "expected a number from \(least) on, not \(count)")
            }
            return count
        }
        self.init(
            from: try mapping.decode(String.self, forKey: .source),
            window: try mapping.textValueIfPresent(.window) ?? .segments(3),
            startsWith: try count(.startsWith, atLeast: 1) ?? 3,
            firstSequence: try count(.firstSequence, atLeast: 0) ?? 0,
            segmentCount: try count(.segmentCount, atLeast: 1),
            end: try mapping.decodeIfPresent(End.self, forKey: .end) ?? .vod)
    }

    /// Writes the stream in the format of a plan.
    public func encode(to encoder: any Encoder) throws {
        var mapping = encoder.container(keyedBy: CodingKeys.self)
        try mapping.encode(source, forKey: .source)
        try mapping.encode(textValue: window, forKey: .window)
        try mapping.encode(startsWith, forKey: .startsWith)
        try mapping.encode(firstSequence, forKey: .firstSequence)
        try mapping.encodeIfPresent(segmentCount, forKey: .segmentCount)
        try mapping.encode(end, forKey: .end)
    }
}

extension LiveStream.Window: TextValue {
    static let form = "a number of segments, or `all`"

    init?(text: String) {
        if text == "all" {
            self = .all
        } else if let count = Int(text), count >= 1 {
            self = .segments(count)
        } else {
            return nil
        }
    }

    var text: String {
        switch self {
        case .segments(let count): String(count)
        case .all: "all"
        }
    }
}
