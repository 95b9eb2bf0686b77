internal import AdaptiveStreaming
internal import MediaFormats

/// Takes the bytes of the segments of one rendition apart. The container is known by its first bytes.
struct SegmentReader: Sendable {
    private enum Container: Sendable, Equatable { case fragments, transport, sound, matroska }

    private var demuxer: (any Demuxer)?
    private var container: Container?
    /// What came of a segment before it was known what it is.
    private var unread: [UInt8] = []
    /// Whether it is not known yet what the segment is.
    private var isUnknown = true
    /// The initialization section that the demuxer has.
    private(set) var map: MediaPlaylist.Map?
    private(set) var streams: [DemuxedStream] = []

    /// Begins anew: what comes next does not continue what came before.
    mutating func reset() {
        self = SegmentReader()
    }

    /// Takes an initialization section.
    mutating func take(initialization bytes: [UInt8], of map: MediaPlaylist.Map) throws(DemuxerError)
        -> [DemuxerOutput]
    {
        reset()
        unread = bytes
        guard try choose(isWhole: true) else { throw .notThisFormat }
        unread = []
        let outputs = note(try feed(bytes[...]))
        self.map = map
        isUnknown = true
        return outputs
    }

    /// Takes bytes of a segment.
    mutating func append(_ bytes: ArraySlice<UInt8>) throws(DemuxerError) -> [DemuxerOutput] {
        if isUnknown {
            unread += bytes
            guard try choose(isWhole: false) else { return [] }
            defer { unread = [] }
            return note(try feed(unread[...]))
        }
        return note(try feed(bytes))
    }

    /// The segment ends here.
    mutating func finishSegment() throws(DemuxerError) -> [DemuxerOutput] {
        var outputs: [DemuxerOutput] = []
        if isUnknown, !unread.isEmpty {
            guard try choose(isWhole: true) else { throw .notThisFormat }
            let bytes = unread
            unread = []
            outputs = note(try feed(bytes[...]))
        }
        isUnknown = true
        guard var demuxer else { return outputs }
        self.demuxer = nil
        defer { self.demuxer = demuxer }
        return outputs + note(try demuxer.finishSegment())
    }

    private mutating func feed(_ bytes: ArraySlice<UInt8>) throws(DemuxerError) -> [DemuxerOutput] {
        guard var demuxer else { return [] }
        // The value is moved out and back, so that it is never copied.
        self.demuxer = nil
        defer { self.demuxer = demuxer }
        return try demuxer.append(bytes)
    }

    private mutating func note(_ outputs: [DemuxerOutput]) -> [DemuxerOutput] {
        for case .streams(let streams) in outputs { self.streams = streams }
        return outputs
    }

    private mutating func choose(isWhole: Bool) throws(DemuxerError) -> Bool {
        let start = unread[...]
        // Segments of Matroska begin with a cluster.
        if container == .matroska, start.first == 0x1f {
            isUnknown = false
            return true
        }
        let signs: [(Container, Bool?)] = [
            (.matroska, WebMDemuxer.looksLikeWebM(start)),
            (.fragments, FragmentedMP4Demuxer.looksLikeISOBMFF(start)),
            (.transport, TransportStreamDemuxer.looksLikeTransportStream(start)),
            (.sound, PackedAudioDemuxer.looksLikePackedAudio(start)),
        ]
        // Two tables of a transport stream are too short to be sure.
        let isTables = isWhole && start.first == 0x47 && start.count % 188 == 0
        guard let found = isTables ? .transport : signs.first(where: { $0.1 == true })?.0 else {
            if isWhole || !signs.contains(where: { $0.1 == nil }) || start.count > Self.enough {
                throw .notThisFormat
            }
            return false
        }
        isUnknown = false
        if container == found, demuxer != nil { return true }
        container = found
        map = nil
        demuxer =
            switch found {
            case .fragments: FragmentedMP4Demuxer()
            case .transport: TransportStreamDemuxer()
            case .sound: PackedAudioDemuxer()
            case .matroska: WebMDemuxer()
            }
        return true
    }

    /// Whether the times in it are those of a presentation that begins at zero, so that what lies before zero is only there to be decoded.
    var countsFromZero: Bool { container == .fragments || container == .matroska }

    /// Whether it is audio without a container.
    var isPackedAudio: Bool { container == .sound }

    /// Whether it says itself when its segment begins; packed audio without a timestamp continues where the previous one ended.
    var hasTimes: Bool {
        if case let sound as PackedAudioDemuxer = demuxer { return sound.hasTimestamp }
        return true
    }

    private static let enough = 1 << 16
}
