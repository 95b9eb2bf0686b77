/// What the header of a frame of audio says.
package struct AudioFrame: Sendable, Equatable {
    /// The bytes of the frame with its header.
    package var length: Int
    /// The bytes of the header that are not part of the sample (Opus in transport streams).
    package var prefix = 0
    /// The samples of one channel that it decodes to.
    package var samples: Int
    package var sampleRate: Int
    package var channels: Int
    package var codec: Codec
    package var framing = MediaFormat.Framing.raw
    package var configuration: [UInt8] = []
    /// The frame belongs to the sample of the frame before (a dependent substream of E-AC-3).
    package var isContinuation = false
    /// What is equal in the headers of all frames of a stream.
    package var signature: UInt32 = 0
    /// Samples at the end that are not to be heard (Opus).
    package var endTrim = 0
}

/// The result of reading a header.
package enum AudioFrameResult: Sendable, Equatable {
    case frame(AudioFrame)
    /// More bytes are needed to tell.
    case incomplete
    /// No frame begins here.
    case invalid
}

/// The framings of audio that are cut into frames.
package enum AudioSyntax: Sendable, Equatable {
    case adts, mpegAudio, ac3, dts, loas, opus

    /// The byte that every frame begins with.
    var syncByte: UInt8 {
        switch self {
        case .adts, .mpegAudio: 0xFF
        case .ac3: 0x0B
        case .loas: 0x56
        case .opus, .dts: 0x7F
        }
    }

    /// A frame may have parts behind it that belong to its sample.
    var hasContinuations: Bool { self == .ac3 || self == .dts }

    /// Reads the header at that index.
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
