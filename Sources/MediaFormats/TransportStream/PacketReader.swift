/// Finds the packets in a transport stream: 188 bytes, 192 bytes with a leading time code, or 204 bytes with
/// trailing parity.
struct PacketReader: Sendable {
    static let syncByte: UInt8 = 0x47
    private static let strides = [188, 192, 204]
    /// The number of bytes that suffice to detect packets at an index.
    private static let lookahead = 2 * 204 + 1
    private static let searchLimit = 1 << 20

    /// The bytes of an incomplete packet.
    private var pending: [UInt8] = []
    private var stride: Int?
    /// The number of bytes to skip between two packets.
    private var between = 0
    private var skipped = 0
    private(set) var hasSynchronized = false
    private(set) var hasBytes = false

    enum Step {
        case packet(ArraySlice<UInt8>)
        case damage(bytes: Int)
    }

    /// Removes the next packet from the front of `input`. Nil when all input was taken and more is needed.
    mutating func next(_ input: inout ArraySlice<UInt8>, final: Bool = false) throws(DemuxerError) -> Step? {
        if !input.isEmpty { hasBytes = true }
        while true {
            if stride == nil {
                if let damage = try synchronize(&input, final: final) { return .damage(bytes: damage) }
                if stride == nil { return nil }
            }
            if between > 0 {
                let count = min(between, input.count)
                input.removeFirst(count)
                between -= count
                if between > 0 { return nil }
            }
            if let packet = takePacket(&input) { return .packet(packet) }
            if stride != nil { return final ? endOfSegment() : nil }
        }
    }

    private mutating func takePacket(_ input: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let first = pending.first ?? input.first else { return nil }
        guard first == Self.syncByte else {
            stride = nil
            return nil
        }
        let missing = TransportPacket.length - pending.count
        guard input.count >= missing else {
            pending += input
            input = []
            return nil
        }
        between = (stride ?? 188) - TransportPacket.length
        if pending.isEmpty {
            let packet = input.prefix(missing)
            input = input.dropFirst(missing)
            return packet
        }
        let packet = pending + input.prefix(missing)
        pending = []
        input = input.dropFirst(missing)
        return packet[...]
    }

    /// Reports an incomplete packet at the end of the segment.
    private mutating func endOfSegment() -> Step? {
        let count = pending.count
        pending = []
        return count > 0 ? .damage(bytes: count) : nil
    }

    /// Searches for packets. Returns the number of skipped bytes before them.
    private mutating func synchronize(
        _ input: inout ArraySlice<UInt8>, final: Bool
    ) throws(DemuxerError) -> Int? {
        if !pending.isEmpty {
            input = (pending + input)[...]
            pending = []
        }
        while let hit = ByteScan.index(of: Self.syncByte, in: input) {
            skipped += hit - input.startIndex
            input = input[hit...]
            guard input.count >= Self.lookahead || final else { break }
            if let found = Self.stride(of: input, final: final) {
                stride = found
                let isTimeCode = !hasSynchronized && found == 192 && skipped == 4
                hasSynchronized = true
                defer { skipped = 0 }
                return skipped > 0 && !isTimeCode ? skipped : nil
            }
            skipped += 1
            input = input.dropFirst()
            try checkLimit()
        }
        if input.first != Self.syncByte || final {
            skipped += input.count
        } else {
            pending = Array(input)
        }
        input = []
        try checkLimit()
        guard final, skipped > 0 else { return nil }
        defer { skipped = 0 }
        return skipped
    }

    private func checkLimit() throws(DemuxerError) {
        if !hasSynchronized, skipped > Self.searchLimit { throw .notThisFormat }
    }

    /// The packet size if a packet begins at the first byte. `final` marks the end of the data.
    static func stride(of bytes: ArraySlice<UInt8>, final: Bool) -> Int? {
        guard bytes.first == syncByte, bytes.count >= TransportPacket.length else { return nil }
        let start = bytes.startIndex
        return strides.first { stride in
            [stride, 2 * stride].allSatisfy { offset in
                start + offset < bytes.endIndex ? bytes[start + offset] == syncByte : final
            }
        }
    }
}
