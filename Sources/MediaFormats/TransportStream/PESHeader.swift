/// The header of a PES packet (ISO/IEC 13818-1, 2.4.3.6).
struct PESHeader: Equatable, Sendable {
    /// The length of the header in bytes.
    var length: Int
    /// The length of the payload in bytes; nil when it extends to the next packet.
    var payloadLength: Int?
    var isScrambled = false
    /// Whether the packet has no elementary stream: padding, maps, directories.
    var isIgnored = false
    /// The timestamps with 33 bits, in ticks of 90 kHz.
    var presentation: Int64?
    var decode: Int64?

    enum Result: Equatable { case header(PESHeader), incomplete, invalid }

    private static let withoutFields: Set<UInt8> = [0xBC, 0xBE, 0xBF, 0xF0, 0xF1, 0xF2, 0xF8, 0xFF]

    static func read(_ bytes: [UInt8]) -> Result {
        guard bytes.prefix(3).elementsEqual([0, 0, 1].prefix(bytes.count)) else { return .invalid }
        guard bytes.count >= 6 else { return .incomplete }
        let length = Int(bytes[4]) << 8 | Int(bytes[5])
        if withoutFields.contains(bytes[3]) {
            return .header(PESHeader(length: 6, payloadLength: length, isIgnored: true))
        }
        guard bytes.count >= 9 else { return .incomplete }
        guard bytes[6] & 0xC0 == 0x80 else { return .invalid }
        let fields = Int(bytes[8])
        guard bytes.count >= 9 + fields else { return .incomplete }
        guard length == 0 || length >= 3 + fields else { return .invalid }
        var header = PESHeader(length: 9 + fields, payloadLength: length == 0 ? nil : length - 3 - fields)
        header.isScrambled = bytes[6] & 0x30 != 0
        if bytes[7] & 0x80 != 0, fields >= 5 {
            header.presentation = time(bytes, 9)
            if bytes[7] & 0x40 != 0, fields >= 10 { header.decode = time(bytes, 14) }
        }
        return .header(header)
    }

    /// The timestamp in the five bytes at an index.
    static func time(_ bytes: [UInt8], _ index: Int) -> Int64 {
        let high = Int64(bytes[index] >> 1 & 7) << 30
        let middle = Int64(bytes[index + 1]) << 22 | Int64(bytes[index + 2] >> 1) << 15
        return high | middle | Int64(bytes[index + 3]) << 7 | Int64(bytes[index + 4] >> 1)
    }
}
