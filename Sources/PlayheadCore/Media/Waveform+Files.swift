extension Waveform {
    /// The size of a value in a file of BBC's audiowaveform.
    public enum Bits: Int, Sendable, Hashable, CaseIterable {
        /// -128 to 127.
        case eight = 8
        /// -32768 to 32767.
        case sixteen = 16
    }

    /// The waveform as JSON of BBC's audiowaveform, version 2. Web players such as Peaks.js read it.
    ///
    /// The format has no RMS and no start. Full scale is 32768, values beyond it are limited, and fractions
    /// are cut off.
    public func json(bits: Bits = .sixteen) -> String {
        let data = values(bits).map { String($0) }.joined(separator: ",")
        return "{\"version\":2,\"channels\":\(channels),\"sample_rate\":\(sampleRate),"
            + "\"samples_per_pixel\":\(samplesPerPixel),\"bits\":\(bits.rawValue),\"length\":\(pixels),"
            + "\"data\":[\(data)]}\n"
    }

    /// The waveform as a binary file of BBC's audiowaveform (`.dat`), version 2, with the values of
    /// ``json(bits:)``.
    public func dat(bits: Bits = .sixteen) -> [UInt8] {
        var file: [UInt8] = []
        // The version, and a flag for values of 8 bits.
        let header = [2, bits == .eight ? 1 : 0, sampleRate, samplesPerPixel, pixels, channels]
        for field in header { file += UInt32(clamping: field).littleEndianBytes }
        for value in values(bits) {
            let bytes = UInt32(truncatingIfNeeded: value).littleEndianBytes
            file += bytes.prefix(bits.rawValue / 8)
        }
        return file
    }

    /// The minimum and the maximum of each point.
    private func values(_ bits: Bits) -> [Int] {
        points.flatMap { point in
            [point.minimum, point.maximum].map { level in
                let scaled = level.isNaN ? 0 : min(max(level * 32768, -32768), 32767)
                return bits == .eight ? Int(scaled) / 256 : Int(scaled)
            }
        }
    }
}

extension UInt32 {
    fileprivate var littleEndianBytes: [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
    }
}
