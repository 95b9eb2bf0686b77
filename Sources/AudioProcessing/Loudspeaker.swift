/// A place of a loudspeaker. The raw values are the bits of GStreamer's channel masks (`GstAudioChannelPosition`).
enum Loudspeaker: Int, CaseIterable {
    case frontLeft, frontRight, frontCenter, lowFrequency, rearLeft, rearRight
    case frontLeftOfCenter, frontRightOfCenter, rearCenter, secondLowFrequency, sideLeft, sideRight
    case topFrontLeft, topFrontRight, topFrontCenter, topCenter, topRearLeft, topRearRight
    case topSideLeft, topSideRight, topRearCenter, bottomFrontCenter, bottomFrontLeft, bottomFrontRight
    case wideLeft, wideRight, surroundLeft, surroundRight

    /// The loudspeakers of left and right, in pairs.
    private static let pairs: [(Loudspeaker, Loudspeaker)] = [
        (.frontLeft, .frontRight), (.rearLeft, .rearRight), (.frontLeftOfCenter, .frontRightOfCenter),
        (.sideLeft, .sideRight), (.topFrontLeft, .topFrontRight), (.topRearLeft, .topRearRight),
        (.topSideLeft, .topSideRight), (.bottomFrontLeft, .bottomFrontRight), (.wideLeft, .wideRight),
        (.surroundLeft, .surroundRight),
    ]

    /// The loudspeaker on the other side; itself in the middle.
    var mirrored: Loudspeaker {
        for (left, right) in Self.pairs where self == left || self == right {
            return self == left ? right : left
        }
        return self
    }
}

/// Which loudspeakers the channels of some sound are for. Channels are in the order of the bits.
package struct SpeakerLayout: Sendable, Hashable {
    /// GStreamer's channel mask. That of mono is the front centre.
    package let mask: UInt64

    package init(mask: UInt64) { self.mask = mask }

    init(_ places: [Loudspeaker]) { mask = places.reduce(0) { $0 | 1 << UInt64($1.rawValue) } }

    package static let mono = SpeakerLayout([.frontCenter])
    package static let stereo = SpeakerLayout([.frontLeft, .frontRight])
    package static let surround51 = SpeakerLayout(
        [.frontLeft, .frontRight, .frontCenter, .lowFrequency, .rearLeft, .rearRight])
    package static let surround71 = SpeakerLayout(
        [
            .frontLeft, .frontRight, .frontCenter, .lowFrequency, .rearLeft, .rearRight, .sideLeft,
            .sideRight,
        ])

    /// The number of channels.
    package var count: Int { mask.nonzeroBitCount }

    var places: [Loudspeaker] { Loudspeaker.allCases.filter(contains) }

    func contains(_ place: Loudspeaker) -> Bool { mask >> UInt64(place.rawValue) & 1 == 1 }
}
