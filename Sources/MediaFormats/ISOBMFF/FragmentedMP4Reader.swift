/// Reads an MP4 file with movie fragments from the start of one of them on.
package struct FragmentedMP4Reader: DemuxerReader {
    var demuxer: FragmentedMP4Demuxer
    package private(set) var streams: [ContainerStream] = []

    package init() { self.init(FragmentedMP4Demuxer()) }

    init(_ demuxer: FragmentedMP4Demuxer) {
        self.demuxer = demuxer
        streams = demuxer.currentStreams().map { ContainerStream(format: $0.format, number: $0.number) }
    }

    mutating func take(_ output: DemuxerOutput) -> ContainerOutput? {
        switch output {
        case .streams(let declared):
            // A later movie box may have other tracks; those of the first one keep their indexes.
            for stream in declared {
                let next = ContainerStream(format: stream.format, number: stream.number)
                if let index = streams.firstIndex(where: { $0.number == stream.number }) {
                    streams[index] = next
                } else {
                    streams.append(next)
                }
            }
            return .streams
        case .sample(let number, let sample):
            return streams.firstIndex { $0.number == number }.map { .sample(stream: $0, sample) }
        case .damage: return .damage
        case .event: return nil
        }
    }
}

extension FragmentedMP4Demuxer {
    /// Continues at a movie fragment of the same file.
    mutating func move(to offset: Int, decodeTimes times: [Int64]) {
        resetFragment()
        (position, fileStart, decodeTimes) = (offset, 0, times)
    }
}
