/// Demuxes MPEG-2 transport streams (ISO/IEC 13818-1) of HTTP Live Streaming (RFC 8216, 3.2).
///
/// It selects one program and divides its elementary streams into access units and frames. All times are on
/// one timeline for the life of the value, with 33-bit times unwrapped. The timeline begins at the first time
/// of the stream.
package struct TransportStreamDemuxer: Demuxer {
    private var packets = PacketReader()
    private var selection = ProgramSelection()
    private var timeline = Timeline()
    private var streams: [ElementaryStream] = []
    /// By PID: the index of the stream plus 1; 0 means none.
    private var routes = [UInt16](repeating: 0, count: 8192)
    /// The last reported streams.
    private var told: [DemuxedStream]?
    /// Whether the streams must be reported as soon as their formats are known.
    private var isWaiting = false
    /// The number of packets since the wait began.
    private var waited = 0
    private var held: [DemuxerOutput] = []
    private var output: [DemuxerOutput] = []

    /// The maximum wait in packets, about 1 MiB.
    private static let longestWait = (1 << 20) / TransportPacket.length

    package init() {}

    /// Continues after a time in ticks of 90 kHz, unwrapped.
    init(after ticks: Int64?) { timeline.last = ticks }

    package mutating func append(_ bytes: ArraySlice<UInt8>) throws(DemuxerError) -> [DemuxerOutput] {
        try read(bytes, final: false)
        return takeOutput()
    }

    package mutating func finishSegment() throws(DemuxerError) -> [DemuxerOutput] {
        try read([], final: true)
        if let map = selection.finishSegment() { change(map) }
        for index in streams.indices { pass(streams[index].finishSegment(), index) }
        if isWaiting { tell() }
        let made = takeOutput()
        guard packets.hasBytes, told == nil else { return made }
        throw packets.hasSynchronized ? .missingInitialization : .notThisFormat
    }

    // MARK: -

    private mutating func read(_ bytes: ArraySlice<UInt8>, final: Bool) throws(DemuxerError) {
        var input = bytes
        while let step = try packets.next(&input, final: final) {
            switch step {
            case .damage(let bytes): add(.damage(bytes: bytes))
            case .packet(let bytes):
                guard let packet = TransportPacket(bytes) else {
                    add(.damage(bytes: bytes.count))
                    continue
                }
                handle(packet)
            }
        }
    }

    private mutating func handle(_ packet: TransportPacket) {
        if isWaiting {
            waited += 1
            if waited > Self.longestWait { tell() }
        }
        // A damaged packet also counts as missing for the continuity counter of the next packet.
        guard !packet.hasError, packet.pid != 0x1FFF else { return }
        if let reference = packet.clockReference { timeline.clockReference = reference }
        if selection.isTable(packet.pid) {
            if let map = selection.append(packet) { change(map) }
            return
        }
        let route = Int(routes[packet.pid])
        guard route > 0 else { return }
        pass(streams[route - 1].append(packet, timeline: &timeline), route - 1)
    }

    /// Applies a new program map.
    private mutating func change(_ map: ProgramMap) {
        if isWaiting { tell() }
        var kept: [Int: ElementaryStream] = [:]
        let descriptions = map.streams.map {
            ($0.pid, StreamDescription($0, program: map.descriptors))
        }
        for index in streams.indices {
            let stream = streams[index]
            if let new = descriptions.first(where: { $0.0 == stream.pid })?.1,
                new.continues(stream.description)
            {
                kept[stream.pid] = stream
                kept[stream.pid]?.update(language: new.format.language)
            } else {
                pass(streams[index].finishSegment(), index)
            }
        }
        streams = descriptions.map { kept[$0.0] ?? ElementaryStream(pid: $0.0, description: $0.1) }
        routes = [UInt16](repeating: 0, count: 8192)
        for (index, stream) in streams.enumerated() { routes[stream.pid] = UInt16(index + 1) }
        (isWaiting, waited) = (true, 0)
        tellIfKnown()
    }

    private mutating func pass(_ made: [FramerOutput], _ index: Int) {
        for output in made {
            switch output {
            case .format(let format):
                // Earlier output has the previous format.
                if isWaiting, streams[index].isKnown { tell() }
                let isNew = streams[index].update(format)
                if isWaiting { tellIfKnown() } else if isNew { tell() }
            case .sample(let sample): add(.sample(stream: streams[index].pid, sample))
            case .tag(let time, let data):
                let isTag = streams[index].description.format.codec == .id3
                let scheme = isTag ? "ID3" : "urn:scte:scte35:2013:bin"
                add(.event(TimedMetadata(scheme: scheme, time: time, data: data)))
            case .damage(let bytes): add(.damage(bytes: bytes))
            }
        }
    }

    private mutating func add(_ made: DemuxerOutput) {
        if isWaiting { held.append(made) } else { output.append(made) }
    }

    private mutating func tellIfKnown() {
        if streams.allSatisfy(\.isKnown) { tell() }
    }

    private mutating func tell() {
        let now = streams.map { DemuxedStream(number: $0.pid, format: $0.format) }
        isWaiting = false
        if now != told { output.append(.streams(now)) }
        told = now
        output += held
        held = []
    }

    private mutating func takeOutput() -> [DemuxerOutput] {
        defer { output = [] }
        return output
    }
}
