/// The fields and the child boxes of a sample entry.
struct SampleEntry: Sendable {
    let kind: MediaFormat.Kind
    var width = 0
    var height = 0
    var pixelAspect = (width: 0, height: 0)
    var channels = 0
    var sampleRate = 0
    var bitsPerSample = 0
    /// The Core Audio flags in a QuickTime sound description of version 2.
    var linearPCMFlags: UInt32?
    /// The data of a text entry before its boxes, or instead of them.
    var header: [UInt8] = []
    /// The bodies of the child boxes, the first of each type.
    private(set) var boxes: [FourCC: ArraySlice<UInt8>] = [:]
    /// The box `sinf`.
    var protection: ArraySlice<UInt8>?

    init(kind: MediaFormat.Kind) { self.kind = kind }

    static let maximumBoxes = 256

    /// Parses a VisualSampleEntry (ISO/IEC 14496-12 §12.1.3).
    mutating func readVideoHeader(_ reader: inout BoxReader) throws(DemuxerError) {
        try reader.skip(16)
        width = Int(try reader.u16())
        height = Int(try reader.u16())
        try reader.skip(50)
    }

    /// Parses an AudioSampleEntry (ISO/IEC 14496-12 §12.2.3) or a QuickTime sound description.
    ///
    /// Versions 1 and 2 of QuickTime have more fields. An entry of version 1 in an `stsd` of version 1 is an
    /// ISO entry without them.
    mutating func readAudioHeader(
        _ reader: inout BoxReader, descriptionVersion: UInt8
    ) throws(DemuxerError) {
        let version = try reader.u16()
        try reader.skip(6)
        channels = Int(try reader.u16())
        bitsPerSample = Int(try reader.u16())
        try reader.skip(4)
        sampleRate = Int(try reader.u32() >> 16)
        guard descriptionVersion == 0 else { return }
        if version == 1 {
            try reader.skip(16)
        } else if version == 2 {
            try reader.skip(4)
            let rate = Double(bitPattern: try reader.u64())
            sampleRate = rate > 0 && rate < 10_000_000 ? Int(rate) : 0
            channels = Int(min(try reader.u32(), 1024))
            try reader.skip(4)
            bitsPerSample = Int(min(try reader.u32(), 256))
            linearPCMFlags = try reader.u32()
            try reader.skip(8)
        }
    }

    /// Parses the data before the boxes of a text or metadata entry.
    mutating func readHeader(_ reader: inout BoxReader, of type: FourCC) {
        switch type {
        case "stpp":
            header = Array(reader.string().utf8)
            _ = reader.string()
            _ = reader.string()
        case "sbtt", "stxt", "mett":
            _ = reader.string()
            header = Array(reader.string().utf8)
        case "metx":
            _ = reader.string()
            header = Array(reader.string().utf8)
            _ = reader.string()
        case "tx3g": header = Array(reader.rest)
        default: break
        }
    }

    /// Parses the boxes at the end of the entry. Other bytes there, as QuickTime writes them, are ignored.
    mutating func readBoxes(_ bytes: ArraySlice<UInt8>, isNested: Bool = false) throws(DemuxerError) {
        var sequence = BoxSequence(bytes)
        while boxes.count < Self.maximumBoxes, let box = try? sequence.next() {
            if box.type == "wave", !isNested {
                try readBoxes(box.body, isNested: true)
                continue
            }
            if box.type == "sinf" { protection = protection ?? box.body }
            if boxes[box.type] == nil { boxes[box.type] = box.body }
        }
        if let pasp = boxes["pasp"] {
            var reader = BoxReader(pasp)
            pixelAspect = (Int(try reader.u32()), Int(try reader.u32()))
        }
        if let srat = boxes["srat"] {
            var reader = BoxReader(srat)
            try reader.skip(4)
            sampleRate = Int(try reader.u32())
        }
    }

    /// The body of a box; empty when it is missing.
    func configuration(_ type: FourCC) -> [UInt8] { Array(boxes[type] ?? []) }

    func format(of type: FourCC) throws(DemuxerError) -> MediaFormat {
        switch kind {
        case .video: try videoFormat(of: type)
        case .audio: try audioFormat(of: type)
        case .text, .metadata: textFormat(of: type)
        }
    }

    private func textFormat(of type: FourCC) -> MediaFormat {
        let codec: Codec
        var configuration = header
        switch type {
        case "wvtt": (codec, configuration) = (.webVTT, self.configuration("vttC"))
        case "stpp", "dfxp": codec = .ttml
        case "tx3g": codec = .tx3g
        case "c608": codec = .cea608
        case "urim":
            codec = .other(type.description)
            configuration = Array(self.configuration("uri ").dropFirst(4).prefix { $0 != 0 })
        default: codec = .other(type.description)
        }
        var format = MediaFormat(kind, codec)
        format.configuration = configuration
        return format
    }
}
