/// An entry of `stsd` (ISO/IEC 14496-12 §8.5.2): a sample format of a track.
struct SampleDescription: Sendable, Equatable {
    var format: MediaFormat
    /// The encryption parameters; nil for clear samples.
    var protection: TrackProtection?

    static let maximumEntries = 32

    /// Parses the body of `stsd`.
    static func list(_ body: ArraySlice<UInt8>, handler: FourCC) throws(DemuxerError) -> [SampleDescription] {
        var reader = BoxReader(body)
        let version = try reader.versionAndFlags().version
        try reader.skip(4)
        var list: [SampleDescription] = []
        var boxes = BoxSequence(reader.rest)
        while let box = try boxes.next(), list.count < maximumEntries {
            list.append(try read(box, handler: handler, version: version))
        }
        return withSharedEncryption(list)
    }

    /// Unifies descriptions that differ only in encryption, for a track that is encrypted after a clear
    /// beginning. Its format is reported as encrypted from the start, so that it does not change.
    private static func withSharedEncryption(_ list: [SampleDescription]) -> [SampleDescription] {
        var list = list
        for index in list.indices where list[index].format.encryption == nil {
            for other in list where other.format.encryption != nil {
                var clear = other.format
                clear.encryption = nil
                guard clear == list[index].format else { continue }
                list[index].format = other.format
                break
            }
        }
        return list
    }

    private static func read(
        _ box: Box, handler: FourCC, version: UInt8
    ) throws(DemuxerError) -> SampleDescription {
        var reader = BoxReader(box.body)
        try reader.skip(8)
        var type = box.type
        let kind = kind(of: type, handler: handler)
        var entry = SampleEntry(kind: kind)
        switch kind {
        case .video: try entry.readVideoHeader(&reader)
        case .audio: try entry.readAudioHeader(&reader, descriptionVersion: version)
        case .text, .metadata: entry.readHeader(&reader, of: type)
        }
        if type != "tx3g" { try entry.readBoxes(reader.rest) }
        var protection: TrackProtection?
        if let information = entry.protection {
            let (original, parameters) = try TrackProtection.read(information)
            if let original { type = original }
            protection = parameters
        }
        var format = try entry.format(of: type)
        format.encryption = protection?.mediaEncryption
        return SampleDescription(format: format, protection: protection)
    }

    private static func kind(of type: FourCC, handler: FourCC) -> MediaFormat.Kind {
        switch type {
        case "encv": .video
        case "enca": .audio
        case "wvtt", "stpp", "tx3g", "c608", "c708", "sbtt", "stxt", "enct": .text
        default:
            switch handler {
            case "vide", "pict", "auxv": .video
            case "soun": .audio
            case "text", "sbtl", "subt", "clcp", "subp": .text
            default: .metadata
            }
        }
    }
}
