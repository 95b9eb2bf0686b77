@testable import MediaFormats

/// Writes packets of a transport stream.
struct TransportWriter {
    var bytes: [UInt8] = []
    var counters: [Int: UInt8] = [:]

    mutating func packet(
        _ pid: Int, _ payload: ArraySlice<UInt8>, start: Bool, isDiscontinuous: Bool = false,
        isScrambled: Bool = false
    ) {
        let counter = counters[pid, default: 0]
        counters[pid] = (counter + 1) & 15
        let stuffing = 184 - payload.count
        let hasField = stuffing > 0 || isDiscontinuous
        bytes += [0x47, (start ? 0x40 : 0) | UInt8(pid >> 8), UInt8(pid & 0xFF)]
        bytes.append((isScrambled ? 0x80 : 0) | (hasField ? 0x30 : 0x10) | counter)
        if hasField {
            let length = stuffing - 1
            bytes.append(UInt8(length))
            if length > 0 {
                bytes.append(isDiscontinuous ? 0x80 : 0)
                bytes += [UInt8](repeating: 0xFF, count: length - 1)
            }
        }
        bytes += payload
    }

    mutating func payload(
        _ pid: Int, _ payload: [UInt8], isDiscontinuous: Bool = false, isScrambled: Bool = false
    ) {
        var rest = payload[...]
        var start = true
        while !rest.isEmpty {
            let room = isDiscontinuous && start ? 182 : 184
            packet(
                pid, rest.prefix(room), start: start, isDiscontinuous: isDiscontinuous && start,
                isScrambled: isScrambled)
            rest = rest.dropFirst(room)
            start = false
        }
    }

    /// A section without its checksum.
    mutating func section(_ pid: Int, _ body: [UInt8], isDamaged: Bool = false) {
        var section = body
        let length = body.count - 3 + 4
        section[1] = section[1] & 0xF0 | UInt8(length >> 8)
        section[2] = UInt8(length & 0xFF)
        var checksum = CRC32MPEG.checksum(section[...])
        if isDamaged { checksum ^= 1 }
        section += (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (24 - 8 * $0)) }
        payload(pid, [0] + section)
    }

    mutating func association(_ programs: [(number: Int, pid: Int)] = [(1, 0x1000)], version: UInt8 = 0) {
        var body: [UInt8] = [0, 0xB0, 0, 0, 1, 0xC1 | version << 1, 0, 0]
        for program in programs {
            body += [UInt8(program.number >> 8), UInt8(program.number & 0xFF)]
            body += [0xE0 | UInt8(program.pid >> 8), UInt8(program.pid & 0xFF)]
        }
        section(0, body)
    }

    mutating func map(
        _ streams: [(type: UInt8, pid: Int, descriptors: [UInt8])], version: UInt8 = 0, program: Int = 1,
        pid: Int = 0x1000, isDamaged: Bool = false
    ) {
        var body: [UInt8] = [
            2, 0xB0, 0, UInt8(program >> 8), UInt8(program & 0xFF), 0xC1 | version << 1, 0, 0,
        ]
        body += [0xE1, 0x00, 0xF0, 0]
        for stream in streams {
            body += [stream.type, 0xE0 | UInt8(stream.pid >> 8), UInt8(stream.pid & 0xFF)]
            body += [0xF0 | UInt8(stream.descriptors.count >> 8), UInt8(stream.descriptors.count & 0xFF)]
            body += stream.descriptors
        }
        section(pid, body, isDamaged: isDamaged)
    }

    mutating func pes(
        _ pid: Int, id: UInt8 = 0xE0, pts: Int64? = nil, dts: Int64? = nil, isBounded: Bool = false,
        isDiscontinuous: Bool = false, isScrambled: Bool = false, _ data: [UInt8]
    ) {
        var fields: [UInt8] = []
        if let pts { fields += Self.time(pts, prefix: dts == nil ? 2 : 3) }
        if let dts { fields += Self.time(dts, prefix: 1) }
        let length = isBounded ? 3 + fields.count + data.count : 0
        var packet: [UInt8] = [0, 0, 1, id, UInt8(length >> 8), UInt8(length & 0xFF), 0x80]
        packet += [pts == nil ? 0 : dts == nil ? 0x80 : 0xC0, UInt8(fields.count)]
        payload(pid, packet + fields + data, isDiscontinuous: isDiscontinuous, isScrambled: isScrambled)
    }

    private static func time(_ time: Int64, prefix: UInt8) -> [UInt8] {
        let value = UInt64(bitPattern: time) & 0x1_FFFF_FFFF
        return [
            prefix << 4 | UInt8(value >> 30) << 1 | 1, UInt8(value >> 22 & 0xFF),
            UInt8(value >> 15 & 0x7F) << 1 | 1, UInt8(value >> 7 & 0xFF), UInt8(value & 0x7F) << 1 | 1,
        ]
    }
}

/// Outputs by kind.
struct Outputs: Equatable {
    var all: [DemuxerOutput] = []

    var streams: [[DemuxedStream]] {
        all.compactMap { if case .streams(let streams) = $0 { streams } else { nil } }
    }
    var events: [TimedMetadata] { all.compactMap { if case .event(let event) = $0 { event } else { nil } } }
    var damage: Int { all.reduce(0) { if case .damage(let bytes) = $1 { $0 + bytes } else { $0 } } }

    func samples(_ number: Int) -> [MediaSample] {
        all.compactMap { if case .sample(number, let sample) = $0 { sample } else { nil } }
    }

    /// The presentation times of a stream in ticks of 90 kHz.
    func ticks(_ number: Int) -> [Int64] {
        samples(number).map { ($0.presentationTime * 9 + 50_000) / 100_000 }
    }
}

/// What a demuxer makes of segments that come in pieces of `piece` bytes.
func outputs(
    of segments: [[UInt8]], by demuxer: some Demuxer, piece: Int = .max
) throws(DemuxerError) -> Outputs {
    var demuxer = demuxer
    var outputs = Outputs()
    for segment in segments {
        var rest = segment[...]
        while !rest.isEmpty {
            outputs.all += try demuxer.append(rest.prefix(piece))
            rest = rest.dropFirst(piece)
        }
        outputs.all += try demuxer.finishSegment()
    }
    return outputs
}
