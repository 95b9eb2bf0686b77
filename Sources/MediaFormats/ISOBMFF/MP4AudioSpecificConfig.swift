/// The sample rate and the channels at the start of an AudioSpecificConfig (ISO/IEC 14496-3 §1.6.2.1).
struct MP4AudioSpecificConfig: Sendable {
    /// The output sample rate, with a signalled SBR extension; 0 when it is not signalled.
    private(set) var sampleRate = 0
    private(set) var channels = 0

    private static let rates = [
        96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
    ]

    init?(_ bytes: ArraySlice<UInt8>) {
        var bits = MP4BitReader(bytes)
        guard let type = Self.objectType(&bits), let rate = Self.rate(&bits), let layout = bits.read(4)
        else { return nil }
        sampleRate = rate
        channels = layout < 16 ? [0, 1, 2, 3, 4, 5, 6, 8, 0, 0, 0, 7, 8, 24, 8, 0][layout] : 0
        if type == 5 || type == 29, let extended = Self.rate(&bits) {
            sampleRate = extended
            if type == 29, channels == 1 { channels = 2 }
        }
    }

    private static func objectType(_ bits: inout MP4BitReader) -> Int? {
        guard let type = bits.read(5) else { return nil }
        return type == 31 ? bits.read(6).map { $0 + 32 } : type
    }

    private static func rate(_ bits: inout MP4BitReader) -> Int? {
        guard let index = bits.read(4) else { return nil }
        if index == 15 { return bits.read(24) }
        return index < rates.count ? rates[index] : 0
    }
}

/// Reads bit fields, the most significant bit first.
struct MP4BitReader: Sendable {
    private let bytes: ArraySlice<UInt8>
    private var bit = 0

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    /// Reads up to 32 bits; nil beyond the end.
    mutating func read(_ count: Int) -> Int? {
        guard count <= 32, bit + count <= bytes.count * 8 else { return nil }
        var value = 0
        for _ in 0..<count {
            let byte = bytes[bytes.startIndex + bit / 8]
            value = value << 1 | Int(byte >> UInt8(7 - bit % 8) & 1)
            bit += 1
        }
        return value
    }

    mutating func skip(_ count: Int) -> Bool {
        guard bit + count <= bytes.count * 8 else { return false }
        bit += count
        return true
    }
}
