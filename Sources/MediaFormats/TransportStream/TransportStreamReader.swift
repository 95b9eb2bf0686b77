/// What a reader must know to begin in the middle of a transport stream.
package struct TransportStreamState: Sendable {
    /// The packets of the program association table and the program map.
    var tables: [UInt8] = []
    /// The last time in ticks of 90 kHz, unwrapped.
    var ticks: Int64?
    package var streams = ProgramStreams()
    var adjuster = TimestampAdjuster()

    package init() {}
}

/// Reads a transport stream from some place on, as streams that continue over new program maps and on one
/// continuous timeline.
package struct TransportStreamReader: Sendable {
    package enum Output: Sendable {
        /// The streams or their formats have changed.
        case streams
        /// A sample of the stream at an index. Its times are on the continuous timeline.
        case sample(stream: Int, MediaSample)
        case damage
    }

    private var demuxer: TransportStreamDemuxer
    private var streams: ProgramStreams
    private var adjuster: TimestampAdjuster

    package init(from state: TransportStreamState = TransportStreamState()) {
        demuxer = TransportStreamDemuxer(after: state.ticks)
        (streams, adjuster) = (state.streams, state.adjuster)
        // Tables that were read before cannot be wrong.
        _ = try? demuxer.append(state.tables[...])
    }

    package var all: [ProgramStreams.Stream] { streams.all }

    package mutating func append(_ bytes: ArraySlice<UInt8>) throws(DemuxerError) -> [Output] {
        try demuxer.append(bytes).compactMap { take($0) }
    }

    /// Returns what waited for more bytes.
    package mutating func finish() throws(DemuxerError) -> [Output] {
        try demuxer.finishSegment().compactMap { take($0) }
    }

    private mutating func take(_ output: DemuxerOutput) -> Output? {
        switch output {
        case .streams(let declared):
            streams.update(declared)
            return .streams
        case .sample(let pid, var sample):
            guard let index = streams.index(of: pid) else { return nil }
            let kind = streams.all[index].format.kind
            let offset =
                kind == .video || kind == .audio
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
