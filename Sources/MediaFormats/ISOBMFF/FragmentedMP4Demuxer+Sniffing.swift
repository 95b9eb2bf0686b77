/// The detection of this format.
extension FragmentedMP4Demuxer {
    /// The box types at the beginning of files and segments.
    static let knownTypes: Set<FourCC> = [
        "ftyp", "styp", "moof", "moov", "sidx", "ssix", "emsg", "prft", "free", "skip", "mdat", "pdin",
        "wide",
        "mfra", "uuid", "meta",
    ]
    private static let firstTypes: Set<FourCC> = [
        "ftyp", "styp", "moof", "moov", "sidx", "ssix", "emsg", "prft", "free", "skip", "wide",
    ]
    /// The maximum size of a box of another type at the beginning of a segment.
    static let largestUnknownBox = 16 << 20

    /// Whether the bytes begin a file or a segment of this format; nil when more bytes are needed.
    package static func looksLikeISOBMFF(_ start: ArraySlice<UInt8>) -> Bool? {
        var reader = BoxReader(start)
        guard let size = try? reader.u32(), let type = try? reader.fourCC() else { return nil }
        guard firstTypes.contains(type) else { return false }
        switch size {
        case 0: return type == "free" || type == "skip"
        case 1:
            guard let large = try? reader.u64() else { return nil }
            return large >= 16 && large < 1 << 40
        default: return size >= 8 && size < 1 << 30
        }
    }
}
