/// The encoding of a track's frames in the file (RFC 9559, section 5.1.4.1.31).
struct MatroskaContentEncoding {
    /// The bytes removed from the front of each frame ("header stripping").
    var strippedHeader: [UInt8] = []
    /// The bytes removed from the front of the CodecPrivate.
    var strippedPrivateHeader: [UInt8] = []
    /// Whether the frames, and the CodecPrivate, are compressed with zlib.
    var (isCompressed, isPrivateCompressed) = (false, false)
    var encryption: MediaEncryption?

    init() {}

    /// Parses a ContentEncodings element.
    init(_ data: ArraySlice<UInt8>) throws(DemuxerError) {
        var children = EBMLChildren(data)
        while let child = try children.next() {
            guard child.id == MatroskaID.contentEncoding else { continue }
            try add(child.data)
        }
        guard [encryption != nil, !strippedHeader.isEmpty, isCompressed].count(where: { $0 }) <= 1 else {
            throw .malformed("A track has several content encodings on top of each other.")
        }
    }

    private mutating func add(_ data: ArraySlice<UInt8>) throws(DemuxerError) {
        var (scope, type): (UInt64, UInt64) = (1, 0)
        var (compression, encryption): (ArraySlice<UInt8>, ArraySlice<UInt8>) = ([], [])
        var children = EBMLChildren(data)
        while let child = try children.next() {
            switch child.id {
            case MatroskaID.contentEncodingScope: scope = EBML.unsigned(child.data) ?? 1
            case MatroskaID.contentEncodingType: type = EBML.unsigned(child.data) ?? 0
            case MatroskaID.contentCompression: compression = child.data
            case MatroskaID.contentEncryption: encryption = child.data
            default: break
            }
        }
        switch type {
        case 0: try addCompression(compression, scope: scope)
        case 1: try addEncryption(encryption)
        default: throw .malformed("A track has a content encoding of unknown type \(type).")
        }
    }

    private mutating func addCompression(_ data: ArraySlice<UInt8>, scope: UInt64) throws(DemuxerError) {
        var algorithm: UInt64 = 0
        var settings: ArraySlice<UInt8> = []
        var children = EBMLChildren(data)
        while let child = try children.next() {
            switch child.id {
            case MatroskaID.contentCompAlgo: algorithm = EBML.unsigned(child.data) ?? 0
            case MatroskaID.contentCompSettings: settings = child.data
            default: break
            }
        }
        if algorithm == 0 {
            if scope & 1 != 0 { isCompressed = true }
            if scope & 2 != 0 { isPrivateCompressed = true }
            return
        }
        guard algorithm == 3, settings.count <= 64 else {
            throw .malformed("The compressed tracks (ContentCompAlgo \(algorithm)) cannot be read.")
        }
        if scope & 1 != 0 { strippedHeader = Array(settings) + strippedHeader }
        if scope & 2 != 0 { strippedPrivateHeader = Array(settings) + strippedPrivateHeader }
    }

    private mutating func addEncryption(_ data: ArraySlice<UInt8>) throws(DemuxerError) {
        var (algorithm, cipherMode): (UInt64, UInt64) = (0, 1)
        var keyID: [UInt8] = []
        var children = EBMLChildren(data)
        while let child = try children.next() {
            switch child.id {
            case MatroskaID.contentEncAlgo: algorithm = EBML.unsigned(child.data) ?? 0
            case MatroskaID.contentEncKeyID: keyID = Array(child.data)
            case MatroskaID.contentEncAESSettings:
                var settings = EBMLChildren(child.data)
                while let setting = try settings.next() {
                    guard setting.id == MatroskaID.aesSettingsCipherMode else { continue }
                    cipherMode = EBML.unsigned(setting.data) ?? 0
                }
            default: break
            }
        }
        let isCounterMode = algorithm == 5 && cipherMode == 1
        var encryption = MediaEncryption(
            scheme: isCounterMode ? "cenc" : "matroska-\(algorithm)-\(cipherMode)")
        encryption.keyID = keyID
        encryption.ivSize = isCounterMode ? 8 : 0
        self.encryption = encryption
    }

    /// The decompressed frame; nil when it is damaged.
    func decompressed(_ frame: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        if isCompressed { return Self.inflated(frame)?[...] }
        return strippedHeader.isEmpty ? frame : (strippedHeader + frame)[...]
    }

    func decompressedPrivate(_ data: [UInt8]) throws(DemuxerError) -> [UInt8] {
        guard isPrivateCompressed, !data.isEmpty else { return strippedPrivateHeader + data }
        guard let inflated = Self.inflated(data[...]) else {
            throw .malformed("A compressed CodecPrivate is damaged.")
        }
        return inflated
    }

    /// Data with a higher expansion than compressed subtitles have is taken as damaged.
    private static func inflated(_ data: ArraySlice<UInt8>) -> [UInt8]? {
        Inflate.zlib(data, limit: min(data.count * 128 + 512, 8 << 20))
    }

    /// Parses the prefix of an encrypted WebM frame (WebM Encryption, section 4.7): signal byte,
    /// initialization vector and partitions. The prefix is removed from the frame. Nil for a clear frame.
    static func takeEncryption(
        from frame: inout ArraySlice<UInt8>, keyID: [UInt8]
    ) throws(DemuxerError) -> MediaSample.Encryption? {
        let damaged = DemuxerError.malformed("An encrypted frame is damaged.")
        guard let signal = frame.popFirst() else { throw damaged }
        guard signal & 1 != 0 else { return nil }
        guard frame.count >= 8 else { throw damaged }
        var encryption = MediaSample.Encryption(iv: Array(frame.prefix(8)), keyID: keyID, subsamples: [])
        frame = frame.dropFirst(8)
        guard signal & 2 != 0 else { return encryption }
        guard let count = frame.popFirst().map(Int.init), frame.count >= 4 * count else { throw damaged }
        let offsets = frame.prefix(4 * count)
        frame = frame.dropFirst(4 * count)
        // The offsets separate clear and encrypted ranges, alternately.
        var borders: [Int] = []
        for index in stride(from: offsets.startIndex, to: offsets.endIndex, by: 4) {
            borders.append(offsets[index..<index + 4].reduce(0) { $0 << 8 | Int($1) })
        }
        borders.append(frame.count)
        var last = 0
        for index in stride(from: 0, to: borders.count, by: 2) {
            let encryptedEnd = index + 1 < borders.count ? borders[index + 1] : borders[index]
            guard borders[index] >= last, encryptedEnd >= borders[index], encryptedEnd <= frame.count else {
                throw damaged
            }
            let (clear, encrypted) = (borders[index] - last, encryptedEnd - borders[index])
            last = encryptedEnd
            guard clear > 0 || encrypted > 0 else { continue }
            encryption.subsamples.append(.init(clear: clear, encrypted: encrypted))
        }
        return encryption
    }
}
