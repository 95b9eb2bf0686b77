/// The header of a transport stream packet (ISO/IEC 13818-1, 2.4.3.2).
struct TransportPacket {
    static let length = 188

    var pid: Int
    var hasError: Bool
    /// Whether a PES packet or a section begins in the packet.
    var isUnitStart: Bool
    var isScrambled: Bool
    var hasPayload: Bool
    var counter: UInt8
    var isDiscontinuous = false
    /// The base of the program clock reference, in ticks of 90 kHz.
    var clockReference: Int64?
    var payload: ArraySlice<UInt8>
    private let whole: ArraySlice<UInt8>

    /// The whole packet.
    var bytes: [UInt8] { Array(whole) }

    /// Nil when the adaptation field is too long.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count == Self.length else { return nil }
        whole = bytes
        let start = bytes.startIndex
        let (b1, b3) = (bytes[start + 1], bytes[start + 3])
        pid = Int(b1 & 0x1F) << 8 | Int(bytes[start + 2])
        hasError = b1 & 0x80 != 0
        isUnitStart = b1 & 0x40 != 0
        isScrambled = b3 & 0xC0 != 0
        hasPayload = b3 & 0x10 != 0
        counter = b3 & 0x0F
        var begin = start + 4
        if b3 & 0x20 != 0 {
            let length = Int(bytes[begin])
            guard length <= 183 else { return nil }
            if length > 0 {
                let flags = bytes[begin + 1]
                isDiscontinuous = flags & 0x80 != 0
                if flags & 0x10 != 0, length >= 7 {
                    let high = bytes[(begin + 2)..<(begin + 6)].reduce(Int64(0)) { $0 << 8 | Int64($1) }
                    clockReference = high << 1 | Int64(bytes[begin + 6] >> 7)
                }
            }
            begin += 1 + length
        }
        payload = hasPayload ? bytes[begin...] : bytes[bytes.endIndex...]
    }
}
