package import MediaFormats

extension MediaFormat {
    /// The caps of the format; nil for text and metadata, which have no decoder.
    package var caps: String? {
        switch kind {
        case .video: videoCaps
        case .audio: audioCaps
        case .text, .metadata: nil
        }
    }

    private var videoCaps: String? {
        var caps: String
        switch codec {
        case .h264, .h265, .h266:
            let type = codec == .h264 ? "video/x-h264" : codec == .h265 ? "video/x-h265" : "video/x-h266"
            let packed = codec == .h264 ? "avc" : codec == .h265 ? "hvc1" : "vvc1"
            let isPacked = framing == .lengthPrefixed
            caps = "\(type), stream-format=(string)\(isPacked ? packed : "byte-stream"), alignment=(string)au"
            if isPacked { caps += codecData }
        case .av1: caps = "video/x-av1, stream-format=(string)obu-stream, alignment=(string)tu" + codecData
        case .vp8: caps = "video/x-vp8"
        case .vp9: caps = "video/x-vp9, alignment=(string)super-frame"
        case .mpeg1Video: caps = "video/mpeg, mpegversion=(int)1, systemstream=(boolean)false"
        case .mpeg2Video: caps = "video/mpeg, mpegversion=(int)2, systemstream=(boolean)false"
        case .mpeg4Video: caps = "video/mpeg, mpegversion=(int)4, systemstream=(boolean)false" + codecData
        case .vc1: caps = "video/x-wmv, wmvversion=(int)3, format=(string)WVC1"
        case .motionJPEG: caps = "image/jpeg"
        case .other(let name): caps = "video/x-gst-fourcc-\(Self.word(name))"
        default: return nil
        }
        if width > 0, height > 0 { caps += ", width=(int)\(width), height=(int)\(height)" }
        return caps
    }

    private var audioCaps: String? {
        var caps: String
        switch codec {
        case .aac:
            let form = framing == .adts ? "adts" : framing == .loas ? "loas" : "raw"
            caps = "audio/mpeg, mpegversion=(int)4, framed=(boolean)true, stream-format=(string)\(form)"
            if framing == .raw { caps += codecData }
        case .mp3: caps = "audio/mpeg, mpegversion=(int)1, layer=(int)3, parsed=(boolean)true"
        case .mp2: caps = "audio/mpeg, mpegversion=(int)1, layer=(int)2, parsed=(boolean)true"
        case .ac3: caps = "audio/x-ac3, framed=(boolean)true, alignment=(string)frame"
        case .eac3: caps = "audio/x-eac3, framed=(boolean)true, alignment=(string)frame"
        case .ac4: caps = "audio/x-ac4"
        case .dts: caps = "audio/x-dts"
        case .trueHD: caps = "audio/x-true-hd"
        case .bluRayPCM: caps = "audio/x-private-ts-lpcm"
        case .dvdPCM: caps = "audio/x-private1-lpcm"
        case .opus: return opusCaps
        case .vorbis: caps = "audio/x-vorbis" + streamHeader(Self.xiphPackets(configuration))
        case .flac: caps = "audio/x-flac, framed=(boolean)true" + streamHeader(flacHeaders)
        case .alac: caps = "audio/x-alac" + alacData
        case .pcm: return nil
        case .other(let name): caps = "audio/x-gst-fourcc-\(Self.word(name))"
        default: return nil
        }
        if sampleRate > 0 { caps += ", rate=(int)\(sampleRate)" }
        if channels > 0 { caps += ", channels=(int)\(channels)" }
        return caps
    }

    /// RFC 7845, section 5.1: `OpusHead`.
    private var opusCaps: String {
        let head = configuration
        let family = head.count > 18 ? Int(head[18]) : 0
        let channels = head.count > 9 ? Int(head[9]) : max(self.channels, 1)
        var caps = "audio/x-opus, rate=(int)48000, channels=(int)\(max(channels, 1))"
        caps += ", channel-mapping-family=(int)\(family)"
        if family > 0, head.count >= 21 + channels {
            let mapping = head[21..<21 + channels].map(String.init).joined(separator: ", ")
            caps += ", stream-count=(int)\(head[19]), coupled-count=(int)\(head[20])"
            caps += ", channel-mapping=(int)< \(mapping) >"
        }
        return caps
    }

    private var codecData: String {
        configuration.isEmpty ? "" : ", codec_data=(buffer)\(Self.hex(configuration[...]))"
    }

    /// The decoder of libav expects the magic cookie with its box header of 12 bytes.
    private var alacData: String {
        let isBare = configuration.count == 24
        let head: [UInt8] = isBare ? [0, 0, 0, 36] + Array("alac".utf8) + [0, 0, 0, 0] : []
        return ", codec_data=(buffer)\(Self.hex((head + configuration)[...]))"
    }

    private func streamHeader(_ packets: [ArraySlice<UInt8>]) -> String {
        guard !packets.isEmpty else { return "" }
        let list = packets.map { "(buffer)\(Self.hex($0))" }.joined(separator: ", ")
        return ", streamheader=(buffer)< \(list) >"
    }

    /// The headers of FLAC in Ogg: a first packet with the marker and STREAMINFO, then one packet per block.
    private var flacHeaders: [ArraySlice<UInt8>] {
        // Matroska may contain only the content of the first block.
        let isBare = configuration.count == 34
        var rest = ((isBare ? [0x80, 0, 0, 34] : []) + configuration)[...]
        let marker = Array("fLaC".utf8)
        if rest.starts(with: marker) { rest = rest.dropFirst(4) }
        var blocks: [ArraySlice<UInt8>] = []
        while rest.count >= 4 {
            let start = rest.startIndex
            let length = Int(rest[start + 1]) << 16 | Int(rest[start + 2]) << 8 | Int(rest[start + 3])
            guard rest.count >= 4 + length else { break }
            blocks.append(rest.prefix(4 + length))
            rest = rest.dropFirst(4 + length)
        }
        guard let info = blocks.first else { return [] }
        let count = UInt8(clamping: blocks.count - 1)
        let first: [UInt8] = [0x7f] + Array("FLAC".utf8) + [1, 0, 0, count] + marker + info
        return [first[...]] + blocks.dropFirst()
    }

    /// The three headers of Vorbis, with the lacing of Matroska and MP4.
    private static func xiphPackets(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        guard let count = bytes.first, count < 16 else { return [] }
        var (sizes, place) = ([Int](), 1)
        for _ in 0..<count {
            var size = 0
            while place < bytes.count {
                size += Int(bytes[place])
                place += 1
                if bytes[place - 1] < 255 { break }
            }
            sizes.append(size)
        }
        var packets: [ArraySlice<UInt8>] = []
        for size in sizes {
            guard place + size <= bytes.count else { return [] }
            packets.append(bytes[place..<place + size])
            place += size
        }
        return packets + [bytes[place...]]
    }

    private static func hex(_ bytes: ArraySlice<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The name with characters that are permitted in caps.
    private static func word(_ name: String) -> String {
        String(
            name.unicodeScalars.map {
                $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0)) ? Character($0) : "_"
            })
    }
}
