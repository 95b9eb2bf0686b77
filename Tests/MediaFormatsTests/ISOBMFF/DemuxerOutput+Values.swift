@testable import MediaFormats

extension [DemuxerOutput] {
    var samples: [MediaSample] {
        compactMap { output in
            guard case .sample(_, let sample) = output else { return nil }
            return sample
        }
    }
    var streams: [DemuxedStream] {
        reversed().lazy.compactMap { output in
            guard case .streams(let streams) = output else { return nil }
            return streams
        }.first ?? []
    }
    var events: [TimedMetadata] {
        compactMap { output in
            guard case .event(let event) = output else { return nil }
            return event
        }
    }
    var damage: Int {
        reduce(0) { sum, output in
            guard case .damage(let bytes) = output else { return sum }
            return sum + bytes
        }
    }
    /// In milliseconds, where all are whole.
    var presentationTimes: [Int] { samples.map { Int($0.presentationTime / 1_000_000) } }
    var decodeTimes: [Int] { samples.map { Int($0.decodeTime / 1_000_000) } }
    var bytes: [[UInt8]] { samples.map { [UInt8]($0.data) } }
}

/// Gives the bytes to a demuxer in pieces of this size, and ends the segment.
func demuxFragments(_ bytes: [UInt8], cut: Int = .max) throws -> [DemuxerOutput] {
    var demuxer = FragmentedMP4Demuxer()
    var outputs: [DemuxerOutput] = []
    var rest = bytes[...]
    while !rest.isEmpty {
        outputs += try demuxer.append(rest.prefix(cut))
        rest = rest.dropFirst(cut)
    }
    return outputs + (try demuxer.finishSegment())
}

extension FragmentedMP4Demuxer {
    mutating func take(_ bytes: [UInt8]) throws -> [DemuxerOutput] { try append(bytes[...]) }
}
