/// The way in which the payload of an elementary stream is parsed.
enum StreamSyntax: Equatable, Sendable {
    case video(VideoSyntax)
    case audio(AudioSyntax)
    /// Each PES packet is a sample.
    case packets
    case tags
    case sections
    /// The stream is ignored.
    case none
}

/// An elementary stream as declared by the program map.
struct StreamDescription: Equatable, Sendable {
    var format: MediaFormat
    var syntax: StreamSyntax

    init(_ stream: ProgramMap.Stream, program: [TransportDescriptor]) {
        let registration = stream.descriptors.first { $0.tag == 0x05 }?.text(0, 4)
        let programRegistration = program.first { $0.tag == 0x05 }?.text(0, 4)
        let isBluray = programRegistration == "HDMV" || registration == "HDMV"
        self =
            Self.standard(stream.type) ?? (isBluray ? Self.bluray(stream.type) : nil)
            ?? Self.sampleAES(stream.type) ?? Self.other(stream, registration)
        format.language = Self.language(stream.descriptors)
        if let header = Self.opusHeader(stream.descriptors), format.codec == .opus {
            (format.configuration, format.channels) = (header, Int(header[9]))
            format.sampleRate = 48_000
        }
    }

    init(
        _ kind: MediaFormat.Kind, _ codec: Codec, _ syntax: StreamSyntax,
        framing: MediaFormat.Framing = .raw, encryption: String? = nil
    ) {
        format = MediaFormat(kind, codec, framing: framing)
        format.encryption = encryption.map { MediaEncryption(scheme: $0) }
        self.syntax = syntax
    }

    /// Whether a player can use the stream.
    var isUsable: Bool {
        if case .other = format.codec { return false }
        return true
    }

    /// The types of ISO/IEC 13818-1, table 2-34, and ATSC A/53 part 3.
    private static func standard(_ type: UInt8) -> Self? {
        switch type {
        case 0x01: .init(.video, .mpeg1Video, .video(.mpegVideo))
        case 0x02: .init(.video, .mpeg2Video, .video(.mpegVideo))
        case 0x03, 0x04: .init(.audio, .mp3, .audio(.mpegAudio))
        case 0x0F: .init(.audio, .aac, .audio(.adts), framing: .adts)
        case 0x10: .init(.video, .mpeg4Video, .video(.mpeg4))
        case 0x11: .init(.audio, .aac, .audio(.loas), framing: .loas)
        case 0x1B: .init(.video, .h264, .video(.h264), framing: .annexB)
        case 0x24: .init(.video, .h265, .video(.h265), framing: .annexB)
        case 0x33: .init(.video, .h266, .video(.h266), framing: .annexB)
        case 0x81: .init(.audio, .ac3, .audio(.ac3))
        case 0x87: .init(.audio, .eac3, .audio(.ac3))
        case 0x88, 0x8A, 0x8B: .init(.audio, .dts, .audio(.dts))
        default: nil
        }
    }

    /// The types of a program that is registered as HDMV.
    private static func bluray(_ type: UInt8) -> Self? {
        switch type {
        case 0x80: .init(.audio, .bluRayPCM, .packets)
        case 0x83: .init(.audio, .trueHD, .packets)
        case 0x90: .init(.text, .pgs, .packets)
        case 0xEA: .init(.video, .vc1, .packets)
        case 0x82, 0x85, 0x86, 0xA2: .init(.audio, .dts, .audio(.dts))
        case 0x84, 0xA1: .init(.audio, .eac3, .audio(.ac3))
        default: nil
        }
    }

    /// The types of MPEG-2 Stream Encryption Format for HTTP Live Streaming, table 2-1.
    private static func sampleAES(_ type: UInt8) -> Self? {
        let name = "SAMPLE-AES"
        return switch type {
        case 0xDB: .init(.video, .h264, .video(.h264), framing: .annexB, encryption: name)
        case 0xCF: .init(.audio, .aac, .audio(.adts), framing: .adts, encryption: name)
        case 0xC1: .init(.audio, .ac3, .audio(.ac3), encryption: name)
        case 0xC2: .init(.audio, .eac3, .audio(.ac3), encryption: name)
        default: nil
        }
    }

    private static func other(_ stream: ProgramMap.Stream, _ registration: String?) -> Self {
        switch stream.type {
        case 0x06:
            if let known = byRegistration(registration) ?? byDescriptors(stream.descriptors) { return known }
        case 0x15:
            if registration == "ID3 " || stream.descriptors.contains(where: isID3) {
                return .init(.metadata, .id3, .tags)
            }
        case 0x82, 0x85:
            // This type also means SCTE 27 sections, which no encoder makes any more. FFmpeg uses it for DTS.
            return .init(.audio, .dts, .audio(.dts))
        case 0x86 where registration?.hasPrefix("DTS") == true:
            return .init(.audio, .dts, .audio(.dts))
        case 0x86: return .init(.metadata, .scte35, .sections)
        default: break
        }
        let digits = String(stream.type, radix: 16, uppercase: true)
        let name = registration ?? "0x" + (digits.count < 2 ? "0" : "") + digits
        return .init(.metadata, .other(name), .none)
    }

    private static func byRegistration(_ name: String?) -> Self? {
        switch name {
        case "AC-3": .init(.audio, .ac3, .audio(.ac3))
        case "EAC3": .init(.audio, .eac3, .audio(.ac3))
        case "AC-4": .init(.audio, .ac4, .packets)
        case "Opus": .init(.audio, .opus, .audio(.opus))
        case "DTS1", "DTS2", "DTS3", "DTSH": .init(.audio, .dts, .audio(.dts))
        case "HEVC": .init(.video, .h265, .video(.h265), framing: .annexB)
        case "VVC ": .init(.video, .h266, .video(.h266), framing: .annexB)
        case "AV01": .init(.video, .av1, .packets, framing: .annexB)
        case "BSSD": .init(.audio, .other("BSSD"), .none)
        case "ID3 ": .init(.metadata, .id3, .tags)
        default: nil
        }
    }

    /// The types by descriptor (ETSI EN 300 468, 6.1 and 6.4).
    private static func byDescriptors(_ descriptors: [TransportDescriptor]) -> Self? {
        for descriptor in descriptors {
            switch (descriptor.tag, descriptor.body.first) {
            case (0x6A, _): return .init(.audio, .ac3, .audio(.ac3))
            case (0x7A, _): return .init(.audio, .eac3, .audio(.ac3))
            case (0x7B, _): return .init(.audio, .dts, .audio(.dts))
            case (0x7C, _): return .init(.audio, .aac, .audio(.loas), framing: .loas)
            case (0x7F, 0x15): return .init(.audio, .ac4, .packets)
            case (0x7F, 0x0E): return .init(.audio, .dts, .audio(.dts))
            case (0x7F, 0x80): return .init(.audio, .opus, .audio(.opus))
            case (0x59, _): return .init(.text, .dvbSubtitles, .packets)
            case (0x56, _), (0x46, _): return .init(.text, .teletext, .packets)
            default: continue
            }
        }
        return nil
    }

    /// Whether this is a metadata descriptor (ISO/IEC 13818-1, 2.6.60) with the format identifier of ID3.
    private static func isID3(_ descriptor: TransportDescriptor) -> Bool {
        guard descriptor.tag == 0x26, descriptor.body.count >= 3 else { return false }
        let start = descriptor.body.prefix(2).elementsEqual([0xFF, 0xFF]) ? 6 : 2
        guard descriptor.body.dropFirst(start).first == 0xFF else { return false }
        return descriptor.text(start + 1, 4) == "ID3 "
    }

    private static func opusHeader(_ descriptors: [TransportDescriptor]) -> [UInt8]? {
        let descriptor = descriptors.first { $0.tag == 0x7F && $0.body.first == 0x80 }
        guard let code = descriptor?.body.dropFirst().first else { return nil }
        return OpusControlHeader.identification(channelCode: Int(code))
    }

    /// The language of the ISO 639 descriptor, or of the descriptors of subtitles and teletext.
    private static func language(_ descriptors: [TransportDescriptor]) -> String? {
        let tags: [UInt8] = [0x0A, 0x59, 0x56, 0x46]
        let text = descriptors.first { tags.contains($0.tag) }?.text(0, 3)
        guard let text, text.allSatisfy(\.isLetter) else { return nil }
        return text.lowercased()
    }
}

extension StreamDescription {
    /// Whether the stream continues a previous description. The language may differ.
    func continues(_ before: StreamDescription) -> Bool {
        var format = format
        format.language = before.format.language
        return format == before.format && syntax == before.syntax
    }
}
