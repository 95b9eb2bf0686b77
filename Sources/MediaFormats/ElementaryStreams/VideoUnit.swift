/// What is known of an access unit of video while it is read.
struct VideoUnit: Sendable {
    /// A slice of its picture was read.
    var hasPicture = false
    /// An IDR picture, or a picture of an IRAP type.
    var isRandomAccess = false
    var isIntraOnly = true
    var isSecondField = false
    var hasSequence = false
    var hasPictureParameters = false
    var hasRecoveryPoint = false
    var beginsWithDelimiter = false
    /// The format that begins with it.
    var format: MediaFormat?
    /// The first field, where the second one has not come.
    var field: VideoField?

    /// Whether decoding may begin with it.
    var isSync: Bool {
        guard hasPicture else { return false }
        return isRandomAccess
            || (isIntraOnly && (hasRecoveryPoint || (hasSequence && hasPictureParameters)))
    }

    /// Takes over what was read for a unit that turned out to be a part of this one.
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

/// What a NAL unit (or what stands behind another start code) is for the bounds of access units.
enum VideoUnitPart: Sendable, Equatable {
    /// It stands before the first slice of a picture; `isDelimiter`: always.
    case header(isDelimiter: Bool)
    case slice(VideoSlice)
    /// It belongs to the access unit that is there.
    case other
}

struct VideoSlice: Sendable, Equatable {
    /// The first slice of a picture.
    var isFirst: Bool
    var isIntra: Bool
    var isRandomAccess = false
    var field: VideoField?
}
