/// Finds the packets in the bytes of a transport stream: of 188 bytes, of 192 (with a time code in front), or
/// of 204 (with parity behind).
struct PacketReader: Sendable {
    static let syncByte: UInt8 = 0x47
    private static let strides = [188, 192, 204]
    /// So many bytes tell whether packets begin at a place.
    private static let lookahead = 2 * 204 + 1
    private static let searchLimit = 1 << 20

    /// Bytes that were not enough for what begins with them.
    private var pending: [UInt8] = []
    private var stride: Int?
    /// Bytes between two packets that are to be skipped.
    private var between = 0
    private var skipped = 0
    private(set) var hasSynchronized = false
    private(set) var hasBytes = false

    enum Step {
        case packet(ArraySlice<UInt8>)
        case damage(bytes: Int)
    }

    /// Takes the next packet from the front of `input`. Nil: all of it was taken and more is needed.
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

    /// A packet that the segment cut off.
    private mutating func endOfSegment() -> Step? {
        let count = pending.count
        pending = []
        return count > 0 ? .damage(bytes: count) : nil
    }

    /// Looks for packets; the result is what had to be skipped before them.
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

    /// The distance of packets where one begins with the first byte. `final`: no more bytes come.
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
