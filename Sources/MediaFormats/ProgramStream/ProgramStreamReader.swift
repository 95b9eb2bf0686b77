/// What a reader must know to begin in the middle of a program stream.
package struct ProgramStreamState: Sendable {
    /// The last time in ticks of 90 kHz, unwrapped.
    var ticks: Int64?
    var table = ProgramStreamTable()
    var adjuster = TimestampAdjuster()

    package init() {}
}

/// Reads a program stream from some place on, as streams on one continuous timeline.
package struct ProgramStreamReader: DemuxerReader {
    var demuxer: ProgramStreamDemuxer
    package private(set) var streams: [ContainerStream]

    package init(from state: ProgramStreamState = ProgramStreamState()) {
        demuxer = ProgramStreamDemuxer(from: state)
        streams = state.table.container
    }

    mutating func take(_ output: DemuxerOutput) -> ContainerOutput? {
        switch output {
        case .streams(let declared):
            streams = declared.map { ContainerStream(format: $0.format, number: $0.number) }
            return .streams
        case .sample(let number, let sample):
            guard let index = streams.firstIndex(where: { $0.number == number }) else { return nil }
            return .sample(stream: index, sample)
        case .damage: return .damage
        case .event: return nil
        }
    }
}
