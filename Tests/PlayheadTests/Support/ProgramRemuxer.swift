import MediaFormats

@testable import TestBasics

/// Makes program streams of the samples in transport streams.
enum ProgramRemuxer {
    /// Joins segments of H.264 and AAC, with ticks of 90 kHz that are added to the times of each.
    static func program(_ segments: [(bytes: [UInt8], ticks: Int64)], hasMap: Bool) throws -> [UInt8] {
        var writer = ProgramWriter()
        for segment in segments {
            var demuxer = TransportStreamDemuxer()
            let outputs = try demuxer.append(segment.bytes[...]) + demuxer.finishSegment()
            var ids: [Int: UInt8] = [:]
            var samples: [(id: UInt8, sample: MediaSample)] = []
            for output in outputs {
                switch output {
                case .streams(let streams):
                    for stream in streams { ids[stream.number] = stream.format.kind == .video ? 0xE0 : 0xC0 }
                case .sample(let number, let sample):
                    if let id = ids[number] { samples.append((id, sample)) }
                default: break
                }
            }
            samples.sort { ($0.sample.decodeTime, $1.id) < ($1.sample.decodeTime, $0.id) }
            for (id, sample) in samples {
                let decode = ticks(sample.decodeTime) + segment.ticks
                let presentation = ticks(sample.presentationTime) + segment.ticks
                writer.pack(decode - 20_000)
                if hasMap, id == 0xE0, sample.isSync { writer.map([(0xE0, 0x1B), (0xC0, 0x0F)]) }
                writer.packets(id, pts: presentation, dts: id == 0xE0 ? decode : nil, Array(sample.data))
            }
        }
        writer.end()
        return writer.bytes
    }

    private static func ticks(_ nanoseconds: Int64) -> Int64 { (nanoseconds * 9 + 50_000) / 100_000 }
}
