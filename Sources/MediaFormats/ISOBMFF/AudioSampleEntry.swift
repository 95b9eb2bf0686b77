/// The audio formats by sample entry type.
extension SampleEntry {
    func audioFormat(of type: FourCC) throws(DemuxerError) -> MediaFormat {
        switch type {
        case "mp4a": return try mpeg4Audio()
        case "ac-3": return dolbyDigital(configuration("dac3"))
        case "ec-3": return dolbyDigitalPlus(configuration("dec3"))
        case "ac-4": return audio(.ac4, configuration("dac4"))
        case "Opus": return try opus()
        case "fLaC": return try flac()
        case "alac": return try appleLossless()
        case "dtsc", "dtse", "dtsh", "dtsl", "dtsx", "dts+", "dts-":
            return audio(.dts, configuration(type == "dtsx" ? "udts" : "ddts"))
        case ".mp3", "mp3 ": return audio(.mp3)
        case ".mp2": return audio(.mp2)
        default: return pcm(type) ?? audio(.other(type.description))
        }
    }

    private func audio(_ codec: Codec, _ configuration: [UInt8] = []) -> MediaFormat {
        var format = MediaFormat(.audio, codec)
        format.configuration = configuration
        format.sampleRate = sampleRate
        format.channels = channels
        return format
    }

    /// The format of MPEG-4 audio. mp4ra.org registers the object types.
    private func mpeg4Audio() throws(DemuxerError) -> MediaFormat {
        guard let descriptor = try elementaryStreamDescriptor() else { return audio(.aac) }
        let info = Array(descriptor.specificInfo)
        switch descriptor.objectType {
        case 0x40, 0x66, 0x67, 0x68:
            var format = audio(.aac, info)
            if let config = MP4AudioSpecificConfig(info[...]) {
                if config.sampleRate > 0 { format.sampleRate = config.sampleRate }
                if config.channels > 0 { format.channels = config.channels }
            }
            return format
        // This is MPEG-1 or MPEG-2 audio. The layer is not declared and is nearly always the third.
        case 0x69, 0x6B: return audio(.mp3)
        case 0xA5: return dolbyDigital(configuration("dac3"))
        case 0xA6: return dolbyDigitalPlus(configuration("dec3"))
        case 0xA9, 0xAA, 0xAB, 0xAC: return audio(.dts)
        case 0xAD: return boxes["dOps"] == nil ? audio(.opus, info) : try opus()
        case 0xDD: return audio(.vorbis, info)
        default: return audio(.other("mp4a.\(String(descriptor.objectType, radix: 16))"), info)
        }
    }

    /// Parses ETSI TS 102 366 §F.4.
    private func dolbyDigital(_ configuration: [UInt8]) -> MediaFormat {
        var format = audio(.ac3, configuration)
        var bits = MP4BitReader(configuration[...])
        if let rate = bits.read(2), bits.skip(8), let mode = bits.read(3), let lfe = bits.read(1) {
            if rate < 3 { format.sampleRate = [48_000, 44_100, 32_000][rate] }
            format.channels = Self.channels(mode: mode, lfe: lfe)
        }
        return format
    }

    /// Parses ETSI TS 102 366 §F.6. The sample rate and the channels are those of the first program.
    private func dolbyDigitalPlus(_ configuration: [UInt8]) -> MediaFormat {
        var format = audio(.eac3, configuration)
        var bits = MP4BitReader(configuration[...])
        if bits.skip(16), let rate = bits.read(2), bits.skip(10), let mode = bits.read(3),
            let lfe = bits.read(1)
        {
            if rate < 3 { format.sampleRate = [48_000, 44_100, 32_000][rate] }
            format.channels = Self.channels(mode: mode, lfe: lfe)
            if bits.skip(3), let dependent = bits.read(4), dependent > 0, let locations = bits.read(9) {
                for (bit, channels) in [
                    (0, 2), (1, 2), (2, 1), (3, 1), (4, 2), (5, 2), (6, 2), (7, 1), (8, 1),
                ]
                where locations >> bit & 1 != 0 {
                    format.channels += channels
                }
            }
        }
        return format
    }

    private static func channels(mode: Int, lfe: Int) -> Int { [2, 1, 2, 3, 3, 4, 4, 5][mode & 7] + lfe }

    /// Converts `dOps` (Encapsulation of Opus in ISO Base Media File Format §4.3.2) to the identification
    /// header of RFC 7845 §5.1, whose fields are little-endian.
    private func opus() throws(DemuxerError) -> MediaFormat {
        var format = audio(.opus)
        format.sampleRate = 48_000
        guard let body = boxes["dOps"] else { return format }
        var reader = BoxReader(body)
        try reader.skip(1)
        let channels = try reader.u8()
        let (skip, rate, gain) = (try reader.u16(), try reader.u32(), try reader.u16())
        var header = Array("OpusHead".utf8) + [1, channels]
        for (value, count) in [(UInt32(skip), 2), (rate, 4), (UInt32(gain), 2)] {
            for byte in 0..<count { header.append(UInt8(truncatingIfNeeded: value >> UInt32(8 * byte))) }
        }
        header += reader.rest
        format.configuration = header
        format.channels = Int(channels)
        return format
    }

    /// Converts `dfLa` (Encapsulation of FLAC in ISO Base Media File Format §3.3.2) to the beginning of a
    /// FLAC file.
    private func flac() throws(DemuxerError) -> MediaFormat {
        var format = audio(.flac)
        format.bitsPerSample = bitsPerSample
        guard let body = boxes["dfLa"] else { return format }
        var reader = BoxReader(body)
        try reader.skip(4)
        format.configuration = Array("fLaC".utf8) + reader.rest
        var bits = MP4BitReader(reader.rest)
        if bits.skip(14 * 8), let rate = bits.read(20), let channels = bits.read(3), let depth = bits.read(5)
        {
            if rate > 0 { format.sampleRate = rate }
            (format.channels, format.bitsPerSample) = (channels + 1, depth + 1)
        }
        return format
    }

    /// The ALACSpecificConfig without its box header.
    private func appleLossless() throws(DemuxerError) -> MediaFormat {
        var format = audio(.alac)
        format.bitsPerSample = bitsPerSample
        guard let body = boxes["alac"], body.count >= 28 else { return format }
        format.configuration = Array(body.dropFirst(4))
        var reader = BoxReader(body.dropFirst(4))
        try reader.skip(5)
        format.bitsPerSample = Int(try reader.u8())
        try reader.skip(3)
        format.channels = Int(try reader.u8())
        try reader.skip(10)
        format.sampleRate = Int(try reader.u32())
        return format
    }
}
