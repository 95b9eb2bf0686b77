/// The fields of a TrackEntry that determine its MediaFormat.
struct MatroskaTrackFields {
    var type: UInt64 = 0
    var codecID = ""
    var codecPrivate: [UInt8] = []
    var language = "eng"
    var languageBCP47: String?
    var width = 0
    var height = 0
    var sampleRate = 8000
    var channels = 1
    var bitDepth = 0

    mutating func read(_ id: UInt32, _ data: ArraySlice<UInt8>) throws(DemuxerError) {
        switch id {
        case MatroskaID.trackType: type = EBML.unsigned(data) ?? 0
        case MatroskaID.codecID: codecID = EBML.string(data)
        case MatroskaID.codecPrivate: codecPrivate = Array(data)
        case MatroskaID.language: language = EBML.string(data)
        case MatroskaID.languageBCP47: languageBCP47 = EBML.string(data)
        case MatroskaID.video:
            var children = EBMLChildren(data)
            while let child = try children.next() {
                switch child.id {
                case MatroskaID.pixelWidth: width = Self.small(EBML.unsigned(child.data))
                case MatroskaID.pixelHeight: height = Self.small(EBML.unsigned(child.data))
                default: break
                }
            }
        case MatroskaID.audio:
            var children = EBMLChildren(data)
            while let child = try children.next() {
                switch child.id {
                case MatroskaID.samplingFrequency:
                    let value = EBML.float(child.data) ?? 0
                    sampleRate = value >= 1 && value < 1e9 ? Int(value.rounded()) : 0
                case MatroskaID.channels: channels = Self.small(EBML.unsigned(child.data))
                case MatroskaID.bitDepth: bitDepth = Self.small(EBML.unsigned(child.data))
                default: break
                }
            }
        default: break
        }
    }

    /// The value as a small number; 0 when it is no plausible size.
    private static func small(_ value: UInt64?) -> Int {
        guard let value, value < 1 << 20 else { return 0 }
        return Int(value)
    }

    var format: MediaFormat {
        var format = codec
        if format.kind == .video { (format.width, format.height) = (width, height) }
        if format.kind == .audio {
            (format.sampleRate, format.channels, format.bitsPerSample) = (sampleRate, channels, bitDepth)
        }
        let language = languageBCP47 ?? language
        format.language = language.isEmpty || language == "und" ? nil : language
        return format
    }

    var fallbackKind: MediaFormat.Kind {
        switch type {
        case 1: .video
        case 2: .audio
        case 17: .text
        default: .metadata
        }
    }
}
