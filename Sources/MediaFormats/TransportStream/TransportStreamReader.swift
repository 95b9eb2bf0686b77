/// What a reader must know to begin in the middle of a transport stream.
package struct TransportStreamState: Sendable {
    /// The packets of the program association table and the program map.
    var tables: [UInt8] = []
    /// The last time in ticks of 90 kHz, unwrapped.
    var ticks: Int64?
    var streams = ProgramStreams()
    var adjuster = TimestampAdjuster()

    package init() {}
}

/// Reads a transport stream from some place on, as streams that continue over new program maps and on one
/// continuous timeline.
package struct TransportStreamReader: DemuxerReader {
    var demuxer: TransportStreamDemuxer
    private var program: ProgramStreams
    private var adjuster: TimestampAdjuster
    package private(set) var streams: [ContainerStream]

    package init(from state: TransportStreamState = TransportStreamState()) {
        demuxer = TransportStreamDemuxer(after: state.ticks)
        (program, adjuster, streams) = (state.streams, state.adjuster, state.streams.container)
        // Tables that were read before cannot be wrong.
        _ = try? demuxer.append(state.tables[...])
    }

    mutating func take(_ output: DemuxerOutput) -> ContainerOutput? {
        switch output {
        case .streams(let declared):
            program.update(declared)
            streams = program.container
            return .streams
        case .sample(let pid, var sample):
            guard let index = program.index(of: pid) else { return nil }
            let kind = streams[index].format.kind
            let offset =
                kind.isContinuous
                ? adjuster.offset(stream: index, decode: sample.decodeTime, duration: sample.duration)
                : adjuster.offset(ofRare: sample.decodeTime)
            sample.presentationTime += offset
            sample.decodeTime += offset
            return .sample(stream: index, sample)
        case .damage: return .damage
        case .event: return nil
        }
    }
}

extension ProgramStreams {
    var container: [ContainerStream] {
        all.map { ContainerStream(format: $0.format, number: $0.lastPID, isDeclared: $0.pid != nil) }
    }
}
