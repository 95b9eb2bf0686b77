/// Checks the continuity counter of one PID (ISO/IEC 13818-1, 2.4.3.3).
struct Continuity: Sendable {
    enum Verdict: Equatable {
        case follows
        /// The packet repeats the previous one.
        case duplicate
        /// This number of packets is missing, or 16 more, and so on.
        case gap(Int)
        /// The packet does not follow, and the discontinuity indicator announces it.
        case announcedGap
    }

    private var last: UInt8?
    private var fingerprint: UInt64 = 0
    private var isAnnounced = false

    mutating func check(_ packet: TransportPacket) -> Verdict {
        isAnnounced = isAnnounced || packet.isDiscontinuous
        guard packet.hasPayload else { return .follows }
        let print = Self.fingerprint(packet.payload)
        defer {
            (last, fingerprint) = (packet.counter, print)
            isAnnounced = false
        }
        guard let last else { return .follows }
        // Some multiplexers never count, so an unchanged counter with other bytes does not indicate a loss.
        if packet.counter == last { return print == fingerprint && !isAnnounced ? .duplicate : .follows }
        if packet.counter == (last + 1) & 15 { return .follows }
        return isAnnounced ? .announcedGap : .gap(Int((packet.counter &- last &- 1) & 15))
    }

    /// A fingerprint of the length, the first and the last bytes.
    private static func fingerprint(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        var value = UInt64(bytes.count)
        for byte in bytes.prefix(4) { value = value &* 257 &+ UInt64(byte) }
        for byte in bytes.suffix(8) { value = value &* 257 &+ UInt64(byte) }
        return value
    }
}
