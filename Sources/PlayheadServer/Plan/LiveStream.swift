/// A live stream of HLS that a server cuts from a recorded one: the segments of a media playlist become available one
/// after the other, as time goes by on the server's clock.
///
/// Time counts from the first request for the stream's playlist. Each segment has an address of its own beside the
/// playlist, `tv-104.ts` for the one with the media sequence number 104 of `tv.m3u8`. It can be had from when it is first listed
/// until it has been out of the playlist for as long as the playlist lasts (RFC 8216, 6.2.2). When the recording is over it begins
/// again, after a discontinuity.
public struct LiveStream: Sendable, Hashable {
    /// What a playlist lists.
    public enum Window: Sendable, Hashable {
        /// The last so many segments.
        case segments(Int)
        /// Everything since the beginning, in a playlist of the type EVENT.
        case all
    }

    /// What comes after the last segment.
    public enum End: String, Sendable, Hashable, Codable {
        /// The playlist says that it is complete.
        case vod
        /// The playlist stays as it is, and does not say why.
        case stale
    }

    /// The media playlist that it is cut from, by its path in the folder. It may not have byte ranges, keys, or more than
    /// one initialisation section.
    public var source: String
    /// What the playlist lists.
    public var window: Window
    /// How many segments there are at first.
    public var startsWith: Int
    /// The media sequence number of the first segment.
    public var firstSequence: Int
    /// How many segments there are in all; nil: without end.
    public var segmentCount: Int?
    /// What comes after the last of them.
    public var end: End

    /// A stream.
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

    /// Reads a stream; a key that is not known is an error.
    public init(from decoder: any Decoder) throws {
        let mapping = try decoder.container(knowing: CodingKeys.self)
        func count(_ key: CodingKeys, atLeast least: Int) throws -> Int? {
            guard let count = try mapping.decodeIfPresent(Int.self, forKey: key) else { return nil }
            guard count >= least else {
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

    /// Writes the stream as it stands in a plan.
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
