package import MediaFormats

/// A codec by the first element of its RFC 6381 name.
package enum CodecFamily: String, Sendable {
    case h264 = "H.264", h265 = "H.265", av1 = "AV1", vp9 = "VP9", vp8 = "VP8"
    case aac = "AAC", mp3 = "MP3", ac3 = "AC-3", eac3 = "E-AC-3", opus = "Opus", flac = "FLAC", alac = "ALAC"
    case webVTT = "WebVTT", ttml = "TTML"

    /// Nil for an unknown name.
    package init?(_ name: some StringProtocol) {
        let name = name.lowercased().filter { $0 != " " }
        let family = Self.prefixes.first { name == $0.0 || name.hasPrefix($0.0 + ".") }?.1
        guard let family else { return nil }
        self = family
    }

    /// Nil for a codec without an RFC 6381 name in the table.
    package init?(_ codec: Codec) {
        switch codec {
        case .h264: self = .h264
        case .h265: self = .h265
        case .av1: self = .av1
        case .vp9: self = .vp9
        case .vp8: self = .vp8
        case .aac: self = .aac
        case .mp3, .mp2: self = .mp3
        case .ac3: self = .ac3
        case .eac3: self = .eac3
        case .opus: self = .opus
        case .flac: self = .flac
        case .alac: self = .alac
        case .webVTT: self = .webVTT
        case .ttml: self = .ttml
        default: return nil
        }
    }

    package var isVideo: Bool { [.h264, .h265, .av1, .vp9, .vp8].contains(self) }
    package var isAudio: Bool { !isVideo && self != .webVTT && self != .ttml }

    /// Longer prefixes come first.
    private static let prefixes: [(String, CodecFamily)] = [
        ("avc1", .h264), ("avc3", .h264), ("hvc1", .h265), ("hev1", .h265), ("dvh1", .h265), ("dvhe", .h265),
        ("av01", .av1), ("vp09", .vp9), ("vp9", .vp9), ("vp08", .vp8), ("vp8", .vp8),
        ("mp4a.40.34", .mp3), ("mp4a.69", .mp3), ("mp4a.6b", .mp3), ("mp4a.a5", .ac3), ("mp4a.a6", .eac3),
        ("mp4a", .aac), ("mp3", .mp3), ("ac-3", .ac3), ("ec-3", .eac3), ("opus", .opus), ("flac", .flac),
        ("alac", .alac), ("wvtt", .webVTT), ("stpp", .ttml),
    ]
}

extension MediaFormat {
    /// Profile, constraints and level of H.264 as in RFC 6381, such as `64001f`; nil when they are unknown.
    ///
    /// - Parameter sample: a sample with the parameter sets, for formats without a configuration record.
    func h264Profile(in sample: ArraySlice<UInt8>) -> String? {
        guard codec == .h264 else { return nil }
        let bytes: ArraySlice<UInt8>
        if framing == .annexB {
            var place = sample.startIndex
            var found: ArraySlice<UInt8>?
            while found == nil, place + 7 <= sample.endIndex {
                if sample[place] == 0, sample[place + 1] == 0, sample[place + 2] == 1,
                    sample[place + 3] & 0x1F == 7
                {
                    found = sample[(place + 4)..<(place + 7)]
                }
                place += 1
            }
            guard let found else { return nil }
            bytes = found
        } else {
            guard configuration.count >= 4, configuration[0] == 1 else { return nil }
            bytes = configuration[1..<4]
        }
        return bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
