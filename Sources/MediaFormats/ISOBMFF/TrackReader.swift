/// Collects the contents of a `trak` box.
struct TrackReader: Sendable {
    private let movieTimescale: Int64
    private var id: UInt32 = 0
    private var timescale: Int64 = 0
    private var handler: FourCC = "    "
    private var language: String?
    private var extendedLanguage: String?
    private var editList: ArraySlice<UInt8>?
    private var sampleDescriptions: ArraySlice<UInt8>?
    private var encryptionGroups = EncryptionGroupDescriptions()
    private(set) var table = SampleTable()

    init(movieTimescale: Int64) { self.movieTimescale = movieTimescale }

    /// Parses the body of `trak` and of its container boxes.
    mutating func read(_ body: ArraySlice<UInt8>, depth: Int = 0) throws(DemuxerError) {
        var boxes = BoxSequence(body)
        while let box = try boxes.next() {
            switch box.type {
            case "mdia", "minf", "stbl", "edts": if depth < 4 { try read(box.body, depth: depth + 1) }
            case "tkhd": try readTrackHeader(box.body)
            case "mdhd": try readMediaHeader(box.body)
            case "elng":
                var reader = BoxReader(box.body)
                try reader.skip(4)
                let text = reader.string()
                extendedLanguage = text.isEmpty ? nil : text
            case "hdlr" where depth == 1:
                var reader = BoxReader(box.body)
                try reader.skip(8)
                handler = try reader.fourCC()
            case "elst": editList = box.body
            case "stsd": sampleDescriptions = box.body
            case "sgpd": try encryptionGroups.read(box.body)
            default: table.take(box)
            }
        }
    }

    /// The track; nil without an ID or without sample descriptions.
    func track() throws(DemuxerError) -> MovieTrack? {
        guard let sampleDescriptions, id != 0 else { return nil }
        guard timescale > 0 else { throw .malformed("The track \(id) has no timescale.") }
        var descriptions = try SampleDescription.list(sampleDescriptions, handler: handler)
        guard !descriptions.isEmpty else { return nil }
        for index in descriptions.indices {
            descriptions[index].format.language = extendedLanguage ?? language
        }
        var track = MovieTrack(id: id, timescale: timescale, descriptions: descriptions)
        if let editList { track.edit = try Edit(editList, movieTimescale: movieTimescale) }
        track.encryptionGroups = encryptionGroups
        return track
    }

    private mutating func readTrackHeader(_ body: ArraySlice<UInt8>) throws(DemuxerError) {
        var reader = BoxReader(body)
        try reader.skip(try reader.versionAndFlags().version == 1 ? 16 : 8)
        id = try reader.u32()
    }

    private mutating func readMediaHeader(_ body: ArraySlice<UInt8>) throws(DemuxerError) {
        var reader = BoxReader(body)
        let version = try reader.versionAndFlags().version
        try reader.skip(version == 1 ? 16 : 8)
        timescale = Int64(try reader.u32())
        try reader.skip(version == 1 ? 8 : 4)
        language = Self.language(try reader.u16())
    }

    /// The ISO 639-2 code of three letters in the 15 bits of `mdhd`; nil for undetermined, or for a QuickTime
    /// number.
    static func language(_ packed: UInt16) -> String? {
        var text = ""
        for shift in [10, 5, 0] as [UInt16] {
            let letter = UInt8(packed >> shift & 0x1F)
            guard (1...26).contains(letter) else { return nil }
            text.unicodeScalars.append(Unicode.Scalar(letter + 0x60))
        }
        return text == "und" ? nil : text
    }
}
