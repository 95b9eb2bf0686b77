/// The properties of a video access unit during parsing.
struct VideoUnit: Sendable {
    /// Whether a slice of the picture was parsed.
    var hasPicture = false
    /// Whether the picture is an IDR picture, or has an IRAP type.
    var isRandomAccess = false
    var isIntraOnly = true
    var isSecondField = false
    var hasSequence = false
    var hasPictureParameters = false
    var hasRecoveryPoint = false
    var beginsWithDelimiter = false
    /// The format that begins with the access unit.
    var format: MediaFormat?
    /// The first field while the second one is missing.
    var field: VideoField?
    var order: VideoOrder?

    /// Whether decoding can begin here.
    var isSync: Bool {
        guard hasPicture else { return false }
        return isRandomAccess
            || (isIntraOnly && (hasRecoveryPoint || (hasSequence && hasPictureParameters)))
    }

    /// Merges a unit that turned out to belong to this one.
    mutating func merge(_ other: VideoUnit) {
        hasSequence = hasSequence || other.hasSequence
        hasPictureParameters = hasPictureParameters || other.hasPictureParameters
        hasRecoveryPoint = hasRecoveryPoint || other.hasRecoveryPoint
        format = other.format ?? format
    }
}

/// A picture that is one field of a frame.
struct VideoField: Sendable, Equatable {
    var frameNumber: Int
    var isBottom: Bool

    func isCompleted(by other: VideoField) -> Bool {
        frameNumber == other.frameNumber && isBottom != other.isBottom
    }
}

/// The role of a NAL unit, or of another unit with a start code, for access unit boundaries.
enum VideoUnitPart: Sendable, Equatable {
    /// The unit may precede the first slice of a picture. With `isDelimiter` it always begins an access unit.
    case header(isDelimiter: Bool)
    case slice(VideoSlice)
    /// The unit belongs to the current access unit.
    case other
}

struct VideoSlice: Sendable, Equatable {
    /// Whether this is the first slice of a picture.
    var isFirst: Bool
    var isIntra: Bool
    var isRandomAccess = false
    var field: VideoField?
    /// Known for some syntaxes.
    var order: VideoOrder?
}
