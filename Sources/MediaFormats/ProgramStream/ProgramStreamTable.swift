/// The elementary streams of a program stream, in the order in which they were recognised.
///
/// The scanner and the demuxer use the same table, so that a stream has the same index in both.
struct ProgramStreamTable: Sendable {
    struct Stream: Sendable, Equatable {
        /// The `stream_id`, or 0xBD00 plus the number of a substream of private stream 1. A declaration that
        /// changes adds 0x10000.
        var number: Int
        var description: StreamDescription

        var key: Int { number & 0xFFFF }
    }

    /// The bytes of a packet for one stream.
    struct Part: Sendable {
        var key: Int
        var payload: ArraySlice<UInt8>
    }

    enum Route: Sendable, Equatable {
        case stream(Int)
        /// The codec is not known yet, or that of a stream that began earlier.
        case pending
        case none
    }

    private(set) var all: [Stream] = []
    /// The index of the stream by key; -1 for a key without a playable stream.
    private var routes: [Int: Int] = [:]
    /// Streams without an index, by key.
    private var waiting: [Int: Waiting] = [:]
    /// The keys of these streams by their first packets. A stream waits for those before it, up to a limit.
    private var order: [Int] = []
    private var packets = 0
    private var declared: [UInt8: StreamDescription] = [:]
    /// Whether private stream 1 is AC-3 without a substream number, as some recorders write it.
    private var isBare = false

    private struct Waiting: Sendable {
        var probe: StreamProbe
        var description: StreamDescription?
        /// The number of the first packet.
        var since: Int
    }

    private static let privateStream: UInt8 = 0xBD
    private static let longestWait = 64

    var container: [ContainerStream] {
        all.map { ContainerStream(format: $0.description.format, number: $0.number) }
    }

    /// Whether the order of the streams is not known yet.
    var isProbing: Bool { !order.isEmpty }

    /// Applies a map. Returns the indexes of streams that end, because their declaration has changed.
    mutating func apply(_ map: ProgramStreamMap) -> [Int] {
        var ended: [Int] = []
        for (id, description) in map.streams.sorted(by: { $0.key < $1.key }) {
            let before = declared.updateValue(description, forKey: id)
            guard let before, !description.continues(before) else { continue }
            if let index = routes.removeValue(forKey: Int(id)), index >= 0 { ended.append(index) }
            waiting[Int(id)] = nil
            order.removeAll { $0 == Int(id) }
        }
        return ended
    }

    /// The part of a packet that belongs to a stream; nil for a packet without one.
    mutating func part(of packet: ProgramStreamPacket) -> Part? {
        let payload = packet.payload
        guard packet.id == Self.privateStream else { return Part(key: Int(packet.id), payload: payload) }
        if let known = declared[packet.id], known.isUsable {
            return Part(key: Int(packet.id), payload: payload)
        }
        let isUndivided = !routes.keys.contains { $0 > 0xFF } && payload.starts(with: [0x0B, 0x77])
        isBare = isBare || isUndivided
        if isBare { return Part(key: 0xBD80, payload: payload) }
        guard let substream = payload.first, let header = Self.headerLength(of: substream) else { return nil }
        return Part(key: 0xBD00 | Int(substream), payload: payload.dropFirst(header))
    }

    /// The number of bytes before the payload of a DVD substream.
    private static func headerLength(of substream: UInt8) -> Int? {
        switch substream {
        case 0x20...0x3F: 1
        // The number of frames and the offset of the first one.
        case 0x80...0x8F, 0x98...0x9F, 0xC0...0xCF: 4
        // The decoder of PCM needs the offset.
        case 0xA0...0xA7: 2
        default: nil
        }
    }

    /// The index of the stream of a part, if its codec is known.
    func index(of part: Part) -> Int? { routes[part.key].flatMap { $0 >= 0 ? $0 : nil } }

    /// The stream of a part. Other streams may become known by it.
    mutating func route(_ part: Part) -> Route {
        if routes[part.key] == nil {
            if waiting[part.key] == nil {
                waiting[part.key] = Waiting(probe: Self.probe(for: part.key), since: packets)
                order.append(part.key)
            }
            recognise(part, final: false)
        }
        packets += 1
        if !waiting.isEmpty { registerInOrder(part.key) }
        guard let index = routes[part.key] else { return .pending }
        return index >= 0 ? .stream(index) : .none
    }

    /// Decides on all streams by the bytes so far.
    mutating func finish() {
        let late = waiting.keys.filter { !order.contains($0) }.sorted()
        for key in order + late {
            recognise(Part(key: key, payload: []), final: true)
            register(key)
        }
        forgetProbes()
    }

    /// Forgets the bytes of streams whose codec is not known yet.
    mutating func forgetProbes() { (waiting, order) = ([:], []) }

    private mutating func recognise(_ part: Part, final: Bool) {
        guard waiting[part.key]?.description == nil else { return }
        if let known = declaration(of: part.key) ?? StreamDescription.substream(part) {
            waiting[part.key]?.description = known
            return
        }
        switch waiting[part.key]?.probe.append(part.payload, final: final) {
        case .known(let description): waiting[part.key]?.description = description
        case .unknown:
            let known = part.key < 0x100 ? declared[UInt8(part.key)] : nil
            if let known, known.isUsable {
                waiting[part.key]?.description = known
            } else {
                waiting[part.key] = nil
                routes[part.key] = -1
            }
        case .needsMore, nil: break
        }
    }

    /// Gives indexes to streams in the order of their first packets, of which the latest has the key `latest`.
    private mutating func registerInOrder(_ latest: Int) {
        order.removeAll { key in
            guard let known = waiting[key] else { return true }
            return known.description == nil && packets - known.since > Self.longestWait
        }
        if !order.contains(latest) { register(latest) }
        while let key = order.first, waiting[key]?.description != nil {
            order.removeFirst()
            register(key)
        }
    }

    private mutating func register(_ key: Int) {
        guard let description = waiting.removeValue(forKey: key)?.description else { return }
        let again = all.count { $0.key == key }
        all.append(Stream(number: again << 16 | key, description: description))
        routes[key] = all.count - 1
    }

    /// What the map declares, where it suffices: it does not distinguish the versions of MPEG audio and video.
    private func declaration(of key: Int) -> StreamDescription? {
        guard key < 0x100, let known = declared[UInt8(key)], known.isUsable else { return nil }
        switch known.syntax {
        case .video(.mpegVideo), .audio(.mpegAudio), .none: return nil
        default: return known
        }
    }

    private static func probe(for key: Int) -> StreamProbe {
        switch key {
        case 0xE0...0xEF: .video
        case 0xBD88...0xBD8F, 0xBD98...0xBD9F: .audio([.dts])
        case 0xBD00...: .audio([.ac3])
        default: .audio([.mpegAudio, .adts, .loas, .ac3])
        }
    }
}

extension StreamDescription {
    /// A substream of DVDs that its number declares.
    fileprivate static func substream(_ part: ProgramStreamTable.Part) -> Self? {
        switch part.key {
        case 0xBD20...0xBD3F: return .init(.text, .dvdSubtitles, .packets)
        case 0xBDA0...0xBDA7:
            var description = Self(.audio, .dvdPCM, .packets)
            guard let header = DVDPCMHeader(part.payload) else { return description }
            (description.format.sampleRate, description.format.channels) = (
                header.sampleRate, header.channels
            )
            return description
        default: return nil
        }
    }
}
