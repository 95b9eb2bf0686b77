/// A TrackEntry (RFC 9559, section 5.1.4.1), as needed to make samples of its blocks.
struct MatroskaTrack {
    var number: UInt64
    var format: MediaFormat
    /// The duration of a frame in nanoseconds.
    var defaultDuration: Int64?
    var contentEncoding = MatroskaContentEncoding()
    /// Whether a block begins with lines for the cue's identifier and settings (WebM's `D_WEBVTT`).
    /// S_TEXT/WEBVTT has them in BlockAdditions.
    var hasCueLines = false
    /// The frames of the last block while their durations are unknown.
    var held: HeldBlock?
    /// The duration of a frame in the last held block, in nanoseconds.
    var frameDuration: Int64?

    /// A block whose duration is the time difference to the next block of its track.
    struct HeldBlock {
        var time: Int64
        var samples: [MediaSample]
    }

    /// Parses a TrackEntry.
    init(_ data: ArraySlice<UInt8>) throws(DemuxerError) {
        var fields = MatroskaTrackFields()
        var number: UInt64 = 0
        var children = EBMLChildren(data)
        while let child = try children.next() {
            switch child.id {
            case MatroskaID.trackNumber: number = EBML.unsigned(child.data) ?? 0
            case MatroskaID.defaultDuration:
                // A frame duration of more than 15 minutes is invalid.
                guard let value = EBML.unsigned(child.data), (1..<1 << 40).contains(value) else { continue }
                defaultDuration = Int64(value)
            case MatroskaID.contentEncodings:
                contentEncoding = try MatroskaContentEncoding(child.data)
            default: try fields.read(child.id, child.data)
            }
        }
        guard number > 0, number < 1 << 56 else { throw .malformed("A track has no number.") }
        self.number = number
        fields.codecPrivate = try contentEncoding.decompressedPrivate(fields.codecPrivate)
        hasCueLines = fields.codecID.hasPrefix("D_WEBVTT/")
        format = fields.format
        format.encryption = contentEncoding.encryption
    }

    /// The duration of a frame by the track or the frame itself; nil when it is unknown.
    func duration(ofFrame frame: ArraySlice<UInt8>) -> Int64? {
        if let defaultDuration, format.kind.isContinuous { return defaultDuration }
        guard format.codec == .opus, format.encryption == nil else { return nil }
        return Self.opusDuration(frame)
    }

    /// The duration of an Opus packet by its first two bytes (RFC 6716, section 3.1).
    static func opusDuration(_ packet: ArraySlice<UInt8>) -> Int64? {
        guard let first = packet.first else { return nil }
        let configuration = Int(first >> 3)
        let frame: Int64 =
            switch configuration {
            case 0..<12: [10_000_000, 20_000_000, 40_000_000, 60_000_000][configuration & 3]
            case 12..<16: [10_000_000, 20_000_000][configuration & 1]
            default: [2_500_000, 5_000_000, 10_000_000, 20_000_000][configuration & 3]
            }
        switch first & 3 {
        case 0: return frame
        case 1, 2: return 2 * frame
        default:
            guard let count = packet.dropFirst().first.map({ Int64($0 & 0x3F) }) else { return nil }
            let duration = count * frame
            return (1...120_000_000).contains(duration) ? duration : nil
        }
    }
}
