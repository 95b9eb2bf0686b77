/// The decoded content of a segment: a picture and the sound.
public struct SegmentContent: Sendable, Equatable {
    /// A grey picture of 32 × 18 samples, 0 is black and 255 is white; nil without video.
    public var picture: [UInt8]?
    /// The level of the sound in dBFS; nil without sound.
    public var level: Double?
    /// The loudness in LUFS; nil where it was not measured.
    public var loudness: Double?

    /// Makes a content.
    public init(picture: [UInt8]? = nil, level: Double? = nil, loudness: Double? = nil) {
        (self.picture, self.level, self.loudness) = (picture, level, loudness)
    }

    /// Whether at most 2 % of the picture are brighter than 10 %, as in ffmpeg's `blackdetect`.
    var isBlack: Bool? {
        picture.map { samples in
            let limit: UInt8 = 26
            return samples.count { $0 > limit } * 50 <= samples.count
        }
    }

    /// Whether the picture equals another one, to noise; nil if one is missing.
    func isSame(as other: SegmentContent?) -> Bool? {
        guard let mine = picture, let theirs = other?.picture, mine.count == theirs.count, !mine.isEmpty
        else { return nil }
        let difference = zip(mine, theirs).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return Double(difference) / Double(mine.count) < 0.5
    }
}
