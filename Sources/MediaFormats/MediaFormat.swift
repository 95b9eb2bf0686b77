/// The format of one elementary stream, as a decoder needs it before the first sample.
package struct MediaFormat: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case video, audio, text, metadata

        /// Whether samples follow one another without gaps, as those of audio and video.
        package var isContinuous: Bool { self == .video || self == .audio }
    }

    /// The framing of the samples' bytes.
    package enum Framing: Sendable, Equatable {
        /// The framing of the codec's own specification, without container framing.
        case raw
        /// H.264 and H.265: NAL units with start codes.
        case annexB
        /// H.264 and H.265: NAL units with length prefixes. The parameter sets are in `configuration`.
        case lengthPrefixed
        /// AAC with ADTS headers.
        case adts
        /// AAC in LOAS/LATM.
        case loas
    }

    package var kind: Kind
    package var codec: Codec
    package var framing: Framing = .raw
    /// The configuration record of the codec: `avcC`, `hvcC`, `av1C`, `vpcC`, an AudioSpecificConfig,
    /// `OpusHead`, `STREAMINFO`, `CodecPrivate` …
    package var configuration: [UInt8] = []
    /// The coded size in pixels; 0 when only the stream contains it.
    package var width = 0
    package var height = 0
    /// The aspect ratio of a pixel, width to height (`pasp`); 0 when only the stream contains it.
    package var pixelAspectWidth = 0
    package var pixelAspectHeight = 0
    /// The sample rate and the number of channels; 0 when only the stream contains them.
    package var sampleRate = 0
    package var channels = 0
    /// The bits of a PCM or ALAC sample; 0 when only the stream contains them.
    package var bitsPerSample = 0
    /// The number format of PCM samples; nil for other codecs, or when the container does not declare it.
    package var pcmLayout: PCMLayout?
    /// The RFC 5646 language tag of the container.
    package var language: String?
    /// The encryption; nil for clear samples.
    package var encryption: MediaEncryption?

    package init(_ kind: Kind, _ codec: Codec, framing: Framing = .raw) {
        (self.kind, self.codec, self.framing) = (kind, codec, framing)
    }
}

package enum Codec: Sendable, Hashable {
    case h264, h265, h266, av1, vp8, vp9, mpeg1Video, mpeg2Video, mpeg4Video, vc1, motionJPEG
    case aac, mp3, mp2, ac3, eac3, ac4, dts, trueHD, opus, vorbis, flac, alac, pcm
    /// PCM with the header of Blu-ray discs.
    case bluRayPCM
    /// PCM with the header of DVDs.
    case dvdPCM
    case webVTT, ttml, tx3g, dvbSubtitles, dvdSubtitles, pgs, teletext, cea608
    case id3, scte35
    /// An unknown codec by its name in the container: a four-character code, a stream type, or a codec ID.
    case other(String)
}

/// The number format of PCM samples.
package struct PCMLayout: Sendable, Hashable {
    package var isBigEndian: Bool
    package var isFloat: Bool
    package var isSigned: Bool

    package init(isBigEndian: Bool, isFloat: Bool = false, isSigned: Bool = true) {
        (self.isBigEndian, self.isFloat, self.isSigned) = (isBigEndian, isFloat, isSigned)
    }
}

/// Common Encryption (ISO/IEC 23001-7) or another scheme, as declared by a container.
package struct MediaEncryption: Sendable, Equatable {
    /// `cenc`, `cens`, `cbc1`, `cbcs`, or the name of another scheme.
    package var scheme: String
    package var keyID: [UInt8] = []
    /// The size of each sample's initialization vector: 0, 8 or 16 bytes.
    package var ivSize = 0
    /// The initialization vector for samples without their own.
    package var constantIV: [UInt8] = []
    package var cryptBlocks = 0
    package var skipBlocks = 0

    package init(scheme: String) { self.scheme = scheme }
}
