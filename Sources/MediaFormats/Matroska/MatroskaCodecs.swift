/// The codecs of Matroska by codec ID (RFC 9559, section 27.6, and the Matroska codec mappings).
extension MatroskaTrackFields {
    /// The kind, codec, framing and configuration.
    var codec: MediaFormat {
        switch codecID {
        case "V_VP8": plain(.video, .vp8)
        case "V_VP9": plain(.video, .vp9)
        case "V_AV1": plain(.video, .av1)
        case "V_MPEG4/ISO/AVC": nalUnits(.h264)
        case "V_MPEGH/ISO/HEVC": nalUnits(.h265)
        case "V_MPEGI/ISO/VVC": nalUnits(.h266)
        case "V_MPEG1": plain(.video, .mpeg1Video)
        case "V_MPEG2": plain(.video, .mpeg2Video)
        case "V_MPEG4/ISO/SP", "V_MPEG4/ISO/ASP", "V_MPEG4/ISO/AP": plain(.video, .mpeg4Video)
        case "V_MJPEG": plain(.video, .motionJPEG)
        case "A_OPUS": plain(.audio, .opus)
        case "A_VORBIS": plain(.audio, .vorbis)
        case "A_FLAC": flac
        case "A_MPEG/L3": plain(.audio, .mp3)
        case "A_MPEG/L2": plain(.audio, .mp2)
        case "A_AC3", "A_AC3/BSID9", "A_AC3/BSID10": plain(.audio, .ac3)
        case "A_EAC3": plain(.audio, .eac3)
        case "A_DTS", "A_DTS/EXPRESS", "A_DTS/LOSSLESS": plain(.audio, .dts)
        case "A_ALAC": plain(.audio, .alac)
        case "A_PCM/INT/LIT": plain(.audio, .pcm)
        case "S_TEXT/WEBVTT": plain(.text, .webVTT)
        case "D_WEBVTT/SUBTITLES", "D_WEBVTT/CAPTIONS": plain(.text, .webVTT)
        case "D_WEBVTT/DESCRIPTIONS", "D_WEBVTT/METADATA": plain(.metadata, .webVTT)
        case "S_DVBSUB": plain(.text, .dvbSubtitles)
        default: codecID.hasPrefix("A_AAC") ? aac : other
        }
    }

    private func plain(_ kind: MediaFormat.Kind, _ codec: Codec) -> MediaFormat {
        var format = MediaFormat(kind, codec)
        format.configuration = codecPrivate
        return format
    }

    /// Codecs that keep their ID as a name, because the ID lacks details for a decoder: big-endian or
    /// floating-point PCM, subtitles with their own markup, and bitmap subtitles.
    private var other: MediaFormat {
        let kind: MediaFormat.Kind =
            switch codecID.prefix(2) {
            case "V_": .video
            case "A_": .audio
            case "S_": .text
            default: fallbackKind
            }
        return plain(kind, .other(codecID))
    }

    private func nalUnits(_ codec: Codec) -> MediaFormat {
        var format = plain(.video, codec)
        format.framing = codecPrivate.isEmpty ? .annexB : .lengthPrefixed
        return format
    }

    /// The format of AAC with its AudioSpecificConfig. Old codec IDs ("A_AAC/MPEG4/LC/SBR") only name a
    /// profile, from which the configuration is made (ISO/IEC 14496-3, section 1.6.2.1).
    private var aac: MediaFormat {
        var format = plain(.audio, .aac)
        guard codecPrivate.isEmpty else { return format }
        let objectType =
            codecID.contains("/MAIN") ? 1 : codecID.contains("/SSR") ? 3 : codecID.contains("/LTP") ? 4 : 2
        let rates = [
            96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
        ]
        guard let index = rates.firstIndex(of: sampleRate), (1...7).contains(channels) else { return format }
        format.configuration = [
            UInt8(objectType << 3 | index >> 1), UInt8((index & 1) << 7 | channels << 3),
        ]
        return format
    }

    /// The format of FLAC. The CodecPrivate is the beginning of a FLAC file: "fLaC" and metadata blocks. The
    /// first block is STREAMINFO, whose 34 bytes are the configuration.
    private var flac: MediaFormat {
        var format = plain(.audio, .flac)
        if codecPrivate.count >= 42, codecPrivate.starts(with: Array("fLaC".utf8)) {
            format.configuration = Array(codecPrivate[8..<42])
        }
        return format
    }
}
