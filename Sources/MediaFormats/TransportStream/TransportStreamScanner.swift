/// Reads only the tables and the timestamps of a transport stream, which is many times faster than demuxing.
package struct TransportStreamScanner: TimestampScanner {
    package private(set) var points: [PlaceTable<TransportStreamState>.Place] = []
    package private(set) var times: [Int: StreamTimes] = [:]
    private(set) var state: TransportStreamState
    /// Whether all audio and video that was found is scrambled.
    private var isScrambled = false

    private var packets = PacketReader()
    private var selection = ProgramSelection()
    private var timeline: Timeline
    /// The number of bytes before the next input.
    private var offset: Int
    private var association: [UInt8] = []
    private var maps: [Int: [UInt8]] = [:]
    /// The first time of the stream, for a scan that begins elsewhere.
    private let origin: Int64?

    /// The distance of points on the timeline, in nanoseconds.
    private static let interval: Int64 = 250_000_000

    package init() { self.init(offset: 0, head: nil) }

    package init(at offset: Int, head: TransportStreamState) { self.init(offset: offset, head: head) }

    private init(offset: Int, head: TransportStreamState?) {
        self.offset = offset
        state = head ?? TransportStreamState()
        origin = head?.ticks
        timeline = Timeline()
        guard let head else { return }
        state.adjuster = TimestampAdjuster()
        var tables = head.tables[...]
        while let step = try? packets.next(&tables) {
            if case .packet(let bytes) = step, let packet = TransportPacket(bytes) { readTables(packet) }
        }
        packets = PacketReader()
    }

    package var streams: [ContainerStream] { state.streams.container }

    package var encryption: String? { isScrambled ? "a conditional access system" : nil }

    package static func reader(from state: TransportStreamState?) -> any ContainerReader {
        TransportStreamReader(from: state ?? TransportStreamState())
    }

    package mutating func finish() {}

    package mutating func append(_ bytes: ArraySlice<UInt8>) throws(DemuxerError) {
        var input = bytes
        let end = offset + bytes.count
        while let step = try packets.next(&input) {
            guard case .packet(let bytes) = step, let packet = TransportPacket(bytes), !packet.hasError else {
                continue
            }
            if selection.isTable(packet.pid) {
                readTables(packet)
            } else if packet.isUnitStart, let index = state.streams.index(of: packet.pid) {
                read(packet, of: index, at: end - input.count - TransportPacket.length)
            }
        }
        offset = end
    }

    private mutating func readTables(_ packet: TransportPacket) {
        let bytes = packet.bytes
        if packet.pid == 0 {
            association = packet.isUnitStart ? bytes : association + bytes
        } else {
            maps[packet.pid] = packet.isUnitStart ? bytes : (maps[packet.pid] ?? []) + bytes
        }
        guard let map = selection.append(packet) else { return }
        let others = maps.filter { $0.key != packet.pid }.sorted { $0.key < $1.key }.flatMap(\.value)
        // The reader selects the program whose map comes first.
        state.tables = association + (maps[packet.pid] ?? []) + others
        state.streams.update(
            map.streams.map {
                DemuxedStream(
                    number: $0.pid, format: StreamDescription($0, program: map.descriptors).format)
            })
    }

    private mutating func read(_ packet: TransportPacket, of index: Int, at offset: Int) {
        let format = state.streams.all[index].format
        guard !packet.isScrambled else {
            if times.isEmpty, format.kind.isContinuous { isScrambled = true }
            return
        }
        guard case .header(let header) = PESHeader.read(Array(packet.payload.prefix(64))),
            !header.isIgnored, !header.isScrambled, let presentation = header.presentation
        else { return }
        isScrambled = false
        let raw = header.decode ?? presentation
        if timeline.last == nil, let origin { timeline.continue(at: raw, after: origin) }
        let before = timeline.last
        let ticks = timeline.unwrap(raw)
        let decode = Ticks.nanoseconds(ticks, timescale: 90_000)
        let delay = Ticks.nanoseconds(Timeline.difference(presentation, raw), timescale: 90_000)
        guard format.kind.isContinuous else {
            note(index, decode + delay + state.adjuster.offset(ofRare: decode))
            return
        }
        let adjuster = state.adjuster
        let time = decode + state.adjuster.offset(stream: index, decode: decode, duration: nil)
        note(index, time + delay)
        if state.ticks == nil { state.ticks = ticks }
        let isReference = format.kind == .video || !times.keys.contains { isVideo($0) }
        guard isReference, points.last.map({ time >= $0.time + Self.interval }) ?? true else { return }
        var known = state
        (known.ticks, known.adjuster) = (before ?? ticks, adjuster)
        points.append(Point(offset: offset, time: time, state: known))
    }

    private func isVideo(_ index: Int) -> Bool { state.streams.all[index].format.kind == .video }

    private mutating func note(_ index: Int, _ time: Int64) {
        times[index, default: StreamTimes(time)].note(time)
    }
}
