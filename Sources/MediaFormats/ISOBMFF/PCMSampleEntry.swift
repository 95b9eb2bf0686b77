/// Uncompressed audio: QuickTime File Format, and ISO/IEC 23003-5.
extension SampleEntry {
    /// The format; nil when the type is not PCM.
    func pcm(_ type: FourCC) -> MediaFormat? {
        guard var (bits, layout) = pcmLayout(type) else { return nil }
        // The byte order is in `enda` in QuickTime, and in `pcmC` in ISO/IEC 23003-5.
        if let enda = boxes["enda"]?.dropFirst(1).first, type != "sowt" { layout.isBigEndian = enda == 0 }
        if let configuration = boxes["pcmC"]?.dropFirst(4), configuration.count >= 2 {
            layout.isBigEndian = (configuration.first ?? 0) & 1 == 0
            bits = Int(configuration.last ?? 0)
        }
        var format = MediaFormat(.audio, .pcm)
        (format.sampleRate, format.channels) = (sampleRate, channels)
        (format.bitsPerSample, format.pcmLayout) = (bits, layout)
        return format
    }

    private func pcmLayout(_ type: FourCC) -> (bits: Int, PCMLayout)? {
        switch type {
        case "twos": (bitsPerSample, PCMLayout(isBigEndian: true))
        case "sowt": (bitsPerSample, PCMLayout(isBigEndian: false))
        case "raw ": (8, PCMLayout(isBigEndian: false, isSigned: false))
        case "in24": (24, PCMLayout(isBigEndian: true))
        case "in32": (32, PCMLayout(isBigEndian: true))
        case "fl32": (32, PCMLayout(isBigEndian: true, isFloat: true))
        case "fl64": (64, PCMLayout(isBigEndian: true, isFloat: true))
        case "ipcm": (bitsPerSample, PCMLayout(isBigEndian: true))
        case "fpcm": (bitsPerSample, PCMLayout(isBigEndian: true, isFloat: true))
        case "lpcm":
            if let flags = linearPCMFlags {
                (
                    bitsPerSample,
                    PCMLayout(
                        isBigEndian: flags & 2 != 0, isFloat: flags & 1 != 0, isSigned: flags & 4 != 0)
                )
            } else {
                (bitsPerSample, PCMLayout(isBigEndian: true))
            }
        default: nil
        }
    }
}
