/// The format of one elementary stream: what a decoder has to know before the first sample.
package struct MediaFormat: Sendable, Equatable {
    package enum Kind: Sendable, Equatable { case video, audio, text, metadata }

    /// How the bytes of the samples are framed.
    package enum Framing: Sendable, Equatable {
        /// As the codec's own specification has it: no framing of a container.
        case raw
        /// H.264 and H.265: NAL units behind start codes.
        case annexB
        /// H.264 and H.265: NAL units behind their lengths; the parameter sets are in `configuration`.
        case lengthPrefixed
        /// AAC behind ADTS headers.
        case adts
        /// AAC in LOAS/LATM.
        case loas
    }

    package var kind: Kind
    package var codec: Codec
    package var framing: Framing = .raw
    /// The codec's configuration record: `avcC`, `hvcC`, `av1C`, `vpcC`, an AudioSpecificConfig, `OpusHead`, `STREAMINFO`, `CodecPrivate` …
    package var configuration: [UInt8] = []
    /// In pixels as coded; 0: only the stream says.
    package var width = 0
    package var height = 0
    /// The shape of a pixel, width to height (`pasp`); 0: only the stream says.
    package var pixelAspectWidth = 0
    package var pixelAspectHeight = 0
    /// 0: only the stream says.
    package var sampleRate = 0
    package var channels = 0
    /// Bits of a sample of PCM or ALAC; 0: only the stream says.
    package var bitsPerSample = 0
    /// How the numbers of PCM samples are written; nil: it is not PCM, or the container does not say.
    package var pcmLayout: PCMLayout?
    /// RFC 5646, as the container has it.
    package var language: String?
    /// How it is encrypted; nil: it is clear.
    package var encryption: MediaEncryption?

    package init(_ kind: Kind, _ codec: Codec, framing: Framing = .raw) {
        (self.kind, self.codec, self.framing) = (kind, codec, framing)
    }
}

package enum Codec: Sendable, Hashable {
    case h264, h265, h266, av1, vp8, vp9, mpeg1Video, mpeg2Video, mpeg4Video, motionJPEG
    case aac, mp3, mp2, ac3, eac3, ac4, dts, opus, vorbis, flac, alac, pcm
    case webVTT, ttml, tx3g, dvbSubtitles, teletext, cea608
    case id3, scte35
    /// What is not known here, by the name that the container has for it: a four-character code, a stream type, a codec ID.
    case other(String)
}

/// How the numbers of PCM samples are written.
package struct PCMLayout: Sendable, Hashable {
    package var isBigEndian: Bool
    package var isFloat: Bool
    package var isSigned: Bool

    package init(isBigEndian: Bool, isFloat: Bool = false, isSigned: Bool = true) {
        (self.isBigEndian, self.isFloat, self.isSigned) = (isBigEndian, isFloat, isSigned)
    }
}

/// Common encryption (ISO/IEC 23001-7) or another scheme, as a container declares it.
package struct MediaEncryption: Sendable, Equatable {
    /// `cenc`, `cens`, `cbc1`, `cbcs`, or the name of another scheme.
    package var scheme: String
    package var keyID: [UInt8] = []
    /// 0, 8 or 16 bytes for each sample.
    package var ivSize = 0
    /// Where samples have no initialization vectors of their own.
    package var constantIV: [UInt8] = []
    package var cryptBlocks = 0
    package var skipBlocks = 0

    package init(scheme: String) { self.scheme = scheme }
}
