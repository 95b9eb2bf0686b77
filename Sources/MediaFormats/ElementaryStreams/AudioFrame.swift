/// The properties of an audio frame from its header.
package struct AudioFrame: Sendable, Equatable {
    /// The length of the frame in bytes, with its header.
    package var length: Int
    /// The number of header bytes outside of the sample (Opus in transport streams).
    package var prefix = 0
    /// The number of decoded samples per channel.
    package var samples: Int
    package var sampleRate: Int
    package var channels: Int
    package var codec: Codec
    package var framing = MediaFormat.Framing.raw
    package var configuration: [UInt8] = []
    /// Whether the frame belongs to the sample of the previous frame (a dependent substream of E-AC-3).
    package var isContinuation = false
    /// The header bits that are equal in all frames of a stream.
    package var signature: UInt32 = 0
    /// The number of samples to discard at the end (Opus).
    package var endTrim = 0
}

/// The result of parsing a frame header.
package enum AudioFrameResult: Sendable, Equatable {
    case frame(AudioFrame)
    /// More bytes are needed.
    case incomplete
    /// No frame begins here.
    case invalid
}

/// The audio syntaxes that are divided into frames.
package enum AudioSyntax: Sendable, Equatable {
    case adts, mpegAudio, ac3, dts, loas, opus

    /// The first byte of every frame.
    var syncByte: UInt8 {
        switch self {
        case .adts, .mpegAudio: 0xFF
        case .ac3: 0x0B
        case .loas: 0x56
        case .opus, .dts: 0x7F
        }
    }

    /// Whether a frame may be followed by further frames of the same sample.
    var hasContinuations: Bool { self == .ac3 || self == .dts }

    /// Parses the frame header at an index.
    package func frame(in bytes: [UInt8], at index: Int) -> AudioFrameResult {
        switch self {
        case .adts: ADTSHeader.frame(in: bytes, at: index)
        case .mpegAudio: MPEGAudioHeader.frame(in: bytes, at: index)
        case .ac3: AC3Header.frame(in: bytes, at: index)
        case .dts: DTSHeader.frame(in: bytes, at: index)
        case .loas: LOASHeader.frame(in: bytes, at: index)
        case .opus: OpusControlHeader.frame(in: bytes, at: index)
        }
    }
}
