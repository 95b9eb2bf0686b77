/// Reads only the headers and the timestamps of a program stream, which is many times faster than demuxing.
package struct ProgramStreamScanner: TimestampScanner {
    package private(set) var times: [Int: StreamTimes] = [:]
    private var found: [PlaceTable<ProgramStreamState>.Place] = []
    private var state: ProgramStreamState
    private var units: ProgramStreamUnits
    private var clock = ContinuousClock()
    /// The timestamps of streams whose codec is not known yet, by key.
    private var unrecognised: [Int: [Stamp]] = [:]
    /// The number of streams whose timestamps are noted.
    private var begun = 0
    private var isScrambled = false
    /// The first time of the stream, for a scan that begins elsewhere.
    private let origin: Int64?

    private struct Stamp: Sendable {
        var offset: Int
        var presentation: Int64
        var decode: Int64
    }

    /// The distance of points on the timeline, in nanoseconds.
    private static let interval: Int64 = 250_000_000

    package init() { self.init(offset: 0, head: nil) }

    package init(at offset: Int, head: ProgramStreamState) { self.init(offset: offset, head: head) }

    private init(offset: Int, head: ProgramStreamState?) {
        units = ProgramStreamUnits(at: offset)
        state = head ?? ProgramStreamState()
        begun = state.table.all.count
        origin = head?.ticks
    }

    /// The points, each with all streams of the scan.
    package var points: [PlaceTable<ProgramStreamState>.Place] {
        found.map { point in
            var point = point
            point.state.table = state.table
            return point
        }
    }

    package var streams: [ContainerStream] { state.table.container }

    package var encryption: String? { isScrambled && times.isEmpty ? "the Content Scramble System" : nil }

    package static func reader(from state: ProgramStreamState?) -> any ContainerReader {
        ProgramStreamReader(from: state ?? ProgramStreamState())
    }

    package mutating func append(_ bytes: ArraySlice<UInt8>) throws(DemuxerError) {
        units.append(bytes)
        try read(final: false)
    }

    package mutating func finish() {
        try? read(final: true)
        state.table.finish()
        beginStreams()
    }

    private mutating func read(final: Bool) throws(DemuxerError) {
        while let (unit, offset) = try units.next(final: final) {
            switch unit {
            case .map(let bytes): if let map = ProgramStreamMap(bytes) { _ = state.table.apply(map) }
            case .packet(let packet): read(packet, at: offset)
            case .pack, .other, .damage: break
            }
        }
    }

    private mutating func read(_ packet: ProgramStreamPacket, at offset: Int) {
        guard let part = state.table.part(of: packet) else { return }
        guard !packet.isScrambled else {
            isScrambled = true
            return
        }
        let route = state.table.route(part)
        let stamp = packet.presentation.map {
            Stamp(offset: offset, presentation: $0, decode: packet.decode ?? $0)
        }
        switch route {
        case .none: unrecognised[part.key] = nil
        case .pending: unrecognised[part.key, default: []] += stamp.map { [$0] } ?? []
        case .stream: break
        }
        beginStreams()
        if case .stream(let index) = route, let stamp { note(stamp, index) }
    }

    /// Notes the timestamps of streams whose codecs have become known.
    private mutating func beginStreams() {
        while begun < state.table.all.count {
            begun += 1
            for stamp in unrecognised.removeValue(forKey: state.table.all[begun - 1].key) ?? [] {
                note(stamp, begun - 1)
            }
        }
    }

    private mutating func note(_ stamp: Stamp, _ index: Int) {
        if let origin { clock.begin(at: stamp.decode, after: origin) }
        let kind = kind(index)
        let before = clock
        let times = clock.stamp(
            presentation: stamp.presentation, decode: stamp.decode, stream: index, isRare: kind == .text)
        note(Ticks.nanoseconds(times.presentation, timescale: 90_000), index)
        guard kind != .text else { return }
        let ticks = clock.timeline.last
        if state.ticks == nil { state.ticks = ticks }
        let time = Ticks.nanoseconds(times.decode, timescale: 90_000)
        let isReference = kind == .video || !self.times.keys.contains { self.kind($0) == .video }
        let isNext = found.last.map { stamp.offset > $0.offset && time >= $0.time + Self.interval } ?? true
        guard isReference, isNext else { return }
        var known = ProgramStreamState()
        (known.ticks, known.adjuster) = (before.timeline.last ?? ticks, before.adjuster)
        found.append(PlaceTable.Place(offset: stamp.offset, time: time, state: known))
    }

    private func kind(_ index: Int) -> MediaFormat.Kind { state.table.all[index].description.format.kind }

    private mutating func note(_ time: Int64, _ index: Int) {
        times[index, default: StreamTimes(time)].note(time)
    }
}
