/// How bytes are known to be of this format.
extension FragmentedMP4Demuxer {
    /// The boxes with which files and segments start.
    static let knownTypes: Set<FourCC> = [
        "ftyp", "styp", "moof", "moov", "sidx", "ssix", "emsg", "prft", "free", "skip", "mdat", "pdin",
        "wide",
        "mfra", "uuid", "meta",
    ]
    private static let firstTypes: Set<FourCC> = [
        "ftyp", "styp", "moof", "moov", "sidx", "ssix", "emsg", "prft", "free", "skip", "wide",
    ]
    /// A box of another type at the start of a segment is taken for one only where it is smaller.
    static let largestUnknownBox = 16 << 20

    /// Whether bytes are the start of a file or a segment of this format; nil: there are too few to tell.
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
