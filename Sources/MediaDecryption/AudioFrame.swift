/// The size of an audio frame, parsed from its header.
struct AudioFrame: Equatable {
    /// The number of header bytes before the clear bytes.
    var header: Int
    var length: Int

    /// Parses an ADTS header (ISO/IEC 14496-3, section 1.A.2.2).
    init?(adts bytes: ArraySlice<UInt8>) {
        guard bytes.count >= 7 else { return nil }
        let head = Array(bytes.prefix(7))
        guard head[0] == 0xFF, head[1] & 0xF6 == 0xF0 else { return nil }
        header = head[1] & 1 == 1 ? 7 : 9
        length = Int(head[3] & 3) << 11 | Int(head[4]) << 3 | Int(head[5]) >> 5
        guard length >= header else { return nil }
    }

    /// Parses an AC-3 or E-AC-3 header (ETSI TS 102 366, sections 4.3 and E.1.2).
    init?(ac3 bytes: ArraySlice<UInt8>) {
        guard bytes.count >= 6 else { return nil }
        let head = Array(bytes.prefix(6))
        guard head[0] == 0x0B, head[1] == 0x77 else { return nil }
        header = 0
        let streamID = head[5] >> 3
        if streamID > 10 {
            guard streamID <= 16 else { return nil }
            length = (Int(head[2] & 7) << 8 | Int(head[3])) * 2 + 2
            return
        }
        let (rate, code) = (head[4] >> 6, Int(head[4] & 0x3F))
        guard rate != 3, code < 38 else { return nil }
        let kilobits = Self.bitRates[code / 2]
        // The length is in words of 16 bits. At 44.1 kHz every other frame has one more word.
        let words =
            switch rate {
            case 0: kilobits * 2
            case 1: kilobits * 96_000 / 44_100 + (code & 1)
            default: kilobits * 3
            }
        length = words * 2
    }

    private static let bitRates = [
        32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
    ]
}
