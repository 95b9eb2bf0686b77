/// Demuxes MPEG program streams (ISO/IEC 13818-1, 2.5; ISO/IEC 11172-1), with the private streams of DVDs.
///
/// The codecs come from the program stream map, or from the first bytes of each stream. The streams are
/// reported after a second of media or 1 MiB, because nothing declares how many there are.
package struct ProgramStreamDemuxer: Demuxer {
    private var units = ProgramStreamUnits()
    private var table: ProgramStreamTable
    private var clock: ContinuousClock
    /// The last system clock reference, for streams without any timestamp.
    private var reference: Int64?
    /// By the index in the table.
    private var streams: [ProgramElementaryStream] = []
    /// The packets of streams whose codec is not known yet, by key.
    private var unrecognised: [Int: [Packet]] = [:]
    /// The last reported streams.
    private var told: [DemuxedStream]?
    private var isWaiting: Bool
    private var firstTicks: Int64?
    private var waited = 0
    private var held: [DemuxerOutput] = []
    private var output: [DemuxerOutput] = []

    private struct Packet: Sendable {
        var payload: ArraySlice<UInt8>
        /// The timestamps with 33 bits.
        var presentation: Int64?
        var decode: Int64?
    }

    private static let longestWait = 1 << 20

    package init() { self.init(from: ProgramStreamState()) }

    /// Continues at a place, with the streams that are known there.
    init(from state: ProgramStreamState) {
        clock = ContinuousClock(after: state.ticks, adjuster: state.adjuster)
        table = state.table
        table.forgetProbes()
        streams = table.all.map(ProgramElementaryStream.init)
        isWaiting = table.all.isEmpty
        if !isWaiting { told = declared }
    }

    package mutating func append(_ bytes: ArraySlice<UInt8>) throws(DemuxerError) -> [DemuxerOutput] {
        units.append(bytes)
        waited += bytes.count
        try read(final: false)
        if isWaiting, hasWaited { tell() }
        return takeOutput()
    }

    package mutating func finishSegment() throws(DemuxerError) -> [DemuxerOutput] {
        try read(final: true)
        table.finish()
        beginStreams()
        unrecognised = [:]
        for index in streams.indices { pass(streams[index].finish(), index) }
        if isWaiting || told == nil { tell() }
        let made = takeOutput()
        guard units.hasBytes, streams.isEmpty else { return made }
        throw units.hasSynchronized ? .missingInitialization : .notThisFormat
    }

    // MARK: -

    private mutating func read(final: Bool) throws(DemuxerError) {
        while let (unit, _) = try units.next(final: final) {
            switch unit {
            case .pack(let clock): reference = clock
            case .map(let bytes): if let map = ProgramStreamMap(bytes) { change(map) }
            case .packet(let packet): handle(packet)
            case .other: break
            case .damage(let bytes):
                for index in streams.indices { streams[index].gap() }
                add(.damage(bytes: bytes))
            }
        }
    }

    private mutating func change(_ map: ProgramStreamMap) {
        for index in table.apply(map) { pass(streams[index].finish(), index) }
    }

    private mutating func handle(_ packet: ProgramStreamPacket) {
        guard let part = table.part(of: packet) else { return }
        guard !packet.isScrambled else {
            if let index = table.index(of: part) { streams[index].gap() }
            add(.damage(bytes: packet.payload.count))
            return
        }
        let route = table.route(part)
        guard route != .none else {
            unrecognised[part.key] = nil
            return
        }
        if firstTicks == nil { firstTicks = packet.decode ?? packet.presentation }
        var arrived = Packet(
            payload: part.payload, presentation: packet.presentation, decode: packet.decode)
        if route == .pending {
            arrived.payload = ArraySlice(Array(part.payload))
            unrecognised[part.key, default: []].append(arrived)
        }
        beginStreams()
        if case .stream(let index) = route { pass(arrived, index) }
    }

    /// Begins the streams whose codecs have become known, with their packets so far.
    private mutating func beginStreams() {
        while streams.count < table.all.count {
            let index = streams.count
            streams.append(ProgramElementaryStream(table.all[index]))
            if !isWaiting { tell() }
            for packet in unrecognised.removeValue(forKey: table.all[index].key) ?? [] { pass(packet, index) }
        }
    }

    private mutating func pass(_ packet: Packet, _ index: Int) {
        let isRare = streams[index].format.kind == .text
        let stamp = packet.presentation.map {
            clock.stamp(presentation: $0, decode: packet.decode ?? $0, stream: index, isRare: isRare)
        }
        let fallback = clock.last ?? reference ?? 0
        pass(streams[index].append(packet.payload, stamp, fallback: fallback), index)
    }

    private mutating func pass(_ made: [FramerOutput], _ index: Int) {
        for output in made {
            switch output {
            case .format(let format): if streams[index].update(format), !isWaiting { tell() }
            case .sample(let sample): add(.sample(stream: streams[index].number, sample))
            case .damage(let bytes): add(.damage(bytes: bytes))
            case .tag: break
            }
        }
    }

    private mutating func add(_ made: DemuxerOutput) {
        if isWaiting { held.append(made) } else { output.append(made) }
    }

    private var hasWaited: Bool {
        if waited > Self.longestWait { return true }
        guard let first = firstTicks, let last = clock.timeline.last, !streams.isEmpty else { return false }
        return !table.isProbing && abs(last &- first) > 90_000
    }

    private var declared: [DemuxedStream] {
        streams.map { DemuxedStream(number: $0.number, format: $0.format) }
    }

    private mutating func tell() {
        guard !streams.isEmpty else { return }
        let now = declared
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
