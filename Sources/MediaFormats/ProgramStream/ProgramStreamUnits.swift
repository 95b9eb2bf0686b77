/// A packet of a program stream with the payload of an elementary stream.
struct ProgramStreamPacket: Sendable {
    /// The `stream_id`.
    var id: UInt8
    var isScrambled = false
    /// The timestamps with 33 bits, in ticks of 90 kHz.
    var presentation: Int64?
    var decode: Int64?
    var payload: ArraySlice<UInt8>
}

/// Divides a program stream into its packs and packets (ISO/IEC 13818-1, 2.5.3; ISO/IEC 11172-1, 2.4.3), and
/// finds the next packet after damage.
struct ProgramStreamUnits: Sendable {
    enum Unit: Sendable {
        /// A pack header with its system clock reference in ticks of 90 kHz.
        case pack(clock: Int64)
        /// A whole program stream map.
        case map(ArraySlice<UInt8>)
        case packet(ProgramStreamPacket)
        /// A header or a packet without a stream: system headers, padding, navigation.
        case other
        case damage(bytes: Int)
    }

    private enum Found {
        case unit(Unit, length: Int)
        case incomplete
        case invalid
    }

    private var bytes: [UInt8] = []
    private var read = 0
    /// The offset of the first byte of `bytes` in the stream.
    private var base: Int
    private var isSynchronized = false
    private(set) var hasSynchronized = false
    private(set) var hasBytes = false
    private var skipped = 0

    /// The number of bytes without any packet after which the stream is another format.
    private static let searchLimit = 1 << 20
    /// The maximum length of a packet without a declared length.
    private static let largestOpen = 8 << 20

    init(at offset: Int = 0) { base = offset }

    mutating func append(_ more: ArraySlice<UInt8>) {
        if !more.isEmpty { hasBytes = true }
        bytes.removeFirst(read)
        base += read
        read = 0
        bytes.append(contentsOf: more)
    }

    /// The next unit with its offset in the stream. Nil when more bytes are needed. `final` marks the end.
    mutating func next(final: Bool) throws(DemuxerError) -> (unit: Unit, offset: Int)? {
        while true {
            if !isSynchronized {
                try synchronize(final: final)
                if skipped > 0, isSynchronized || final {
                    defer { skipped = 0 }
                    return (.damage(bytes: skipped), base + read)
                }
                guard isSynchronized else { return nil }
            }
            skipStuffing(final: final)
            guard read < bytes.count else { return nil }
            switch unit(at: read, final: final) {
            case .incomplete:
                guard final else { return nil }
                skipped += bytes.count - read
                read = bytes.count
                isSynchronized = false
            case .invalid: isSynchronized = false
            case .unit(let unit, let length):
                defer { read += length }
                return (unit, base + read)
            }
        }
    }

    // MARK: - Units

    private func unit(at index: Int, final: Bool) -> Found {
        let left = bytes.count - index
        guard left >= 4 else { return .incomplete }
        guard Self.isStart(bytes, index) else { return .invalid }
        switch bytes[index + 3] {
        case 0xB9: return .unit(.other, length: 4)
        case 0xBA: return Self.pack(bytes, index)
        default: return packet(at: index, final: final)
        }
    }

    private static func pack(_ bytes: [UInt8], _ index: Int) -> Found {
        guard bytes.count - index >= 14 else { return .incomplete }
        let b = bytes[index..<index + 14]
        let high = Int64(b[index + 4])
        let next = b[(index + 5)..<(index + 9)].map(Int64.init)
        if high & 0xC4 == 0x44 {
            guard next[1] & 4 == 4, next[3] & 4 == 4, b[index + 9] & 1 == 1, b[index + 12] & 3 == 3 else {
                return .invalid
            }
            let top = (high >> 3 & 7) << 30 | (high & 3) << 28 | next[0] << 20 | (next[1] >> 3) << 15
            let clock = top | (next[1] & 3) << 13 | next[2] << 5 | next[3] >> 3
            return .unit(.pack(clock: clock), length: 14 + Int(b[index + 13] & 7))
        }
        guard high & 0xF1 == 0x21, next[1] & 1 == 1, next[3] & 1 == 1, b[index + 9] & 0x80 != 0 else {
            return .invalid
        }
        let clock =
            (high >> 1 & 7) << 30 | next[0] << 22 | (next[1] >> 1) << 15 | next[2] << 7 | next[3] >> 1
        return .unit(.pack(clock: clock), length: 12)
    }

    private func packet(at index: Int, final: Bool) -> Found {
        guard bytes.count - index >= 6 else { return .incomplete }
        let id = bytes[index + 3]
        let declared = Int(bytes[index + 4]) << 8 | Int(bytes[index + 5])
        var end = index + 6 + declared
        if declared == 0, 0xE0...0xEF ~= id {
            guard let found = openEnd(from: index + 6, final: final) else { return .incomplete }
            end = found
        } else if !final, end + 4 > bytes.count {
            return .incomplete
        } else if end <= bytes.count, !isFollowed(at: end, final: final),
            let inner = innerPack(in: (index + 6)..<end)
        {
            // The length is wrong.
            end = inner
        }
        // The stream may end within a packet.
        end = min(end, bytes.count)
        let body = bytes[index..<end]
        let length = end - index
        switch id {
        case 0xBC: return .unit(.map(body), length: length)
        case 0xBD, 0xC0...0xEF:
            guard let header = Self.header(body), header.length <= length else {
                return final && end == bytes.count ? .incomplete : .invalid
            }
            var packet = ProgramStreamPacket(
                id: id, isScrambled: header.isScrambled, payload: body.dropFirst(header.length))
            if Self.isPlausible(header) {
                (packet.presentation, packet.decode) = (header.presentation, header.decode)
            }
            return .unit(.packet(packet), length: length)
        default: return .unit(.other, length: length)
        }
    }

    /// The header of a packet in the syntax of MPEG-2 or of MPEG-1 (ISO/IEC 11172-1, 2.4.3.3).
    private static func header(_ packet: ArraySlice<UInt8>) -> PESHeader? {
        guard packet.count > 6 else { return PESHeader(length: packet.count) }
        let bytes = Array(packet.prefix(300))
        if bytes[6] & 0xC0 == 0x80 {
            guard case .header(let header) = PESHeader.read(bytes) else { return nil }
            return header
        }
        var index = 6
        while index < bytes.count, bytes[index] == 0xFF { index += 1 }
        if index + 1 < bytes.count, bytes[index] & 0xC0 == 0x40 { index += 2 }
        guard index < bytes.count else { return nil }
        var header = PESHeader(length: index + 1)
        switch bytes[index] >> 4 {
        case 2 where index + 5 <= bytes.count:
            header.presentation = PESHeader.time(bytes, index)
            header.length = index + 5
        case 3 where index + 10 <= bytes.count:
            header.presentation = PESHeader.time(bytes, index)
            header.decode = PESHeader.time(bytes, index + 5)
            header.length = index + 10
        case 0 where bytes[index] == 0x0F: break
        default: return nil
        }
        return header
    }

    /// Whether a packet is presented soon after it is decoded. Otherwise one of its times is damaged.
    private static func isPlausible(_ header: PESHeader) -> Bool {
        guard let presentation = header.presentation, let decode = header.decode else { return true }
        return (-90_000...900_000).contains(Timeline.difference(presentation, decode))
    }

    // MARK: - Ends

    /// Whether a start code of the system layer begins at an index. Video start codes are lower.
    private static func isStart(_ bytes: [UInt8], _ index: Int) -> Bool {
        index + 3 < bytes.count && bytes[index] == 0 && bytes[index + 1] == 0 && bytes[index + 2] == 1
            && bytes[index + 3] >= 0xB9
    }

    /// Whether a packet may end at an index.
    private func isFollowed(at index: Int, final: Bool) -> Bool {
        if Self.isStart(bytes, index) { return true }
        let next = bytes[min(index, bytes.count)...].prefix(3)
        return next.allSatisfy { $0 == 0 } && (next.count == 3 || final)
    }

    /// The end of a packet without a declared length.
    private func openEnd(from start: Int, final: Bool) -> Int? {
        var index = start
        while let code = ByteScan.startCode(in: bytes, from: index) {
            if code + 3 < bytes.count, bytes[code + 3] >= 0xB9 { return code }
            index = code + 3
        }
        return final || bytes.count - start > Self.largestOpen ? bytes.count : nil
    }

    /// The first pack header in a range.
    private func innerPack(in range: Range<Int>) -> Int? {
        var index = range.lowerBound
        while let code = ByteScan.startCode(in: bytes, from: index), code + 4 <= range.upperBound {
            if bytes[code + 3] == 0xBA, case .unit = Self.pack(bytes, code) { return code }
            index = code + 3
        }
        return nil
    }

    // MARK: - Synchronization

    private mutating func skipStuffing(final: Bool) {
        while read + 2 < bytes.count, bytes[read] == 0, bytes[read + 1] == 0, bytes[read + 2] == 0 {
            read += 1
        }
        if final, bytes[read...].allSatisfy({ $0 == 0 }) { read = bytes.count }
    }

    private mutating func synchronize(final: Bool) throws(DemuxerError) {
        while let code = ByteScan.startCode(in: bytes, from: read) {
            skip(to: code)
            switch Self.isStart(bytes, code) ? unit(at: code, final: final) : .invalid {
            case .incomplete where !final: return
            case .unit(let unit, let length):
                if isTrusted(unit, end: code + length, final: final) {
                    (isSynchronized, hasSynchronized) = (true, true)
                    return
                }
            default: if code + 3 >= bytes.count, !final { return }
            }
            skip(to: min(code + 3, bytes.count))
            try checkLimit()
        }
        skip(to: final ? bytes.count : max(read, bytes.count - 2))
        try checkLimit()
    }

    /// Whether a unit after damage is no chance match.
    private func isTrusted(_ unit: Unit, end: Int, final: Bool) -> Bool {
        if case .pack = unit { return true }
        if case .other = unit, end < bytes.count, !Self.isStart(bytes, end) { return false }
        return isFollowed(at: end, final: final)
    }

    private mutating func skip(to index: Int) {
        skipped += index - read
        read = index
    }

    private func checkLimit() throws(DemuxerError) {
        if !hasSynchronized, skipped > Self.searchLimit { throw .notThisFormat }
    }
}
