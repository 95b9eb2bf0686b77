package import AdaptiveStreaming
package import MediaFormats

/// Demuxes the segments of one rendition. The first bytes of a segment determine the container format.
package struct SegmentReader: Sendable {
    package enum Container: Sendable, Equatable { case fragments, transport, sound, matroska }

    private var demuxer: (any Demuxer)?
    package private(set) var container: Container?
    /// The bytes of a segment before its format is detected.
    private var unread: [UInt8] = []
    /// Whether the format of the segment is unknown so far.
    private var isUnknown = true
    /// The current initialization section of the demuxer.
    package private(set) var map: MediaPlaylist.Map?
    package private(set) var streams: [DemuxedStream] = []

    package init() {}

    /// Resets the reader. The next segment does not continue the previous one.
    package mutating func reset() {
        self = SegmentReader()
    }

    /// Reads an initialization section.
    package mutating func take(initialization bytes: [UInt8], of map: MediaPlaylist.Map) throws(DemuxerError)
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

    /// Reads bytes of a segment.
    package mutating func append(_ bytes: ArraySlice<UInt8>) throws(DemuxerError) -> [DemuxerOutput] {
        if isUnknown {
            unread += bytes
            guard try choose(isWhole: false) else { return [] }
            defer { unread = [] }
            return note(try feed(unread[...]))
        }
        return note(try feed(bytes))
    }

    /// Ends the current segment.
    package mutating func finishSegment() throws(DemuxerError) -> [DemuxerOutput] {
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
        // The demuxer is moved out and back, to avoid a copy.
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
        // Matroska segments begin with a cluster.
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
        // A segment with only two tables of a transport stream is too short for detection.
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

    /// Whether the timestamps belong to a presentation that begins at zero. Samples before zero are decoded
    /// only.
    var countsFromZero: Bool { container == .fragments || container == .matroska }

    /// Whether the segment is audio without a container.
    var isPackedAudio: Bool { container == .sound }

    /// Whether the segment has timestamps. Packed audio without a timestamp continues where the previous
    /// segment ended.
    var hasTimes: Bool {
        if case let sound as PackedAudioDemuxer = demuxer { return sound.hasTimestamp }
        return true
    }

    private static let enough = 1 << 16
}
