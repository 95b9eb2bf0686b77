/// Recognises the codec of a stream by its first bytes, where no program stream map declares it.
struct StreamProbe: Sendable {
    enum Verdict: Sendable, Equatable {
        case needsMore
        case known(StreamDescription)
        /// No codec was found.
        case unknown
    }

    private let isVideo: Bool
    /// The audio syntaxes that the stream may have.
    private let candidates: [AudioSyntax]
    private var bytes: [UInt8] = []

    private static let longest = 512 << 10

    static var video: Self { Self(isVideo: true, candidates: []) }

    static func audio(_ candidates: [AudioSyntax]) -> Self { Self(isVideo: false, candidates: candidates) }

    private init(isVideo: Bool, candidates: [AudioSyntax]) {
        (self.isVideo, self.candidates) = (isVideo, candidates)
    }

    mutating func append(_ more: ArraySlice<UInt8>, final: Bool = false) -> Verdict {
        bytes.append(contentsOf: more)
        let isEnd = final || bytes.count > Self.longest
        if let found = isVideo ? video(final: isEnd) : audio(final: isEnd) { return .known(found) }
        return isEnd ? .unknown : .needsMore
    }

    // MARK: - Video

    private func video(final: Bool) -> StreamDescription? {
        var hasPicture = false
        var code = ByteScan.startCode(in: bytes, from: 0)
        while let here = code, here + 5 < bytes.count {
            code = ByteScan.startCode(in: bytes, from: here + 3)
            let (type, second) = (bytes[here + 3], bytes[here + 4])
            let next = code.flatMap { $0 + 4 < bytes.count ? (bytes[$0 + 3], bytes[$0 + 4]) : nil }
            switch type {
            case 0xB3:
                // MPEG-2 video has a sequence extension (ISO/IEC 13818-2, 6.1.1.6).
                guard next != nil || final else { return nil }
                let isSecond = next.map { $0.0 == 0xB5 && $0.1 >> 4 == 1 } ?? false
                return .mpegVideo(isSecond ? .mpeg2Video : .mpeg1Video)
            case 0x00:
                guard let next else { break }
                if 0x20...0x2F ~= next.0 { return .mpeg4 }
                hasPicture = true
            case 0xB0, 0xB6: if !hasPicture { return .mpeg4 }
            case 0x40, 0x42: if !hasPicture, second == 1 { return .h265 }
            case 0x27, 0x47, 0x67: if !hasPicture, Self.profiles.contains(second) { return .h264 }
            default: break
            }
        }
        return final && hasPicture ? .mpegVideo(.mpeg2Video) : nil
    }

    /// `profile_idc` of H.264 (ISO/IEC 14496-10, A.2 and annexes).
    private static let profiles: Set<UInt8> = [44, 66, 77, 88, 100, 110, 118, 122, 128, 244]

    // MARK: - Audio

    /// The syntax of the first two frames that follow each other.
    private func audio(final: Bool) -> StreamDescription? {
        for start in bytes.indices {
            for syntax in candidates where bytes[start] == syntax.syncByte {
                guard case .frame(let frame) = syntax.frame(in: bytes, at: start) else { continue }
                let end = start + frame.length
                switch end < bytes.count ? syntax.frame(in: bytes, at: end) : .incomplete {
                case .frame(let next) where next.signature == frame.signature || next.isContinuation:
                    return .audio(syntax, frame)
                case .incomplete where final && start == 0: return .audio(syntax, frame)
                default: continue
                }
            }
        }
        return nil
    }
}

extension StreamDescription {
    fileprivate static func mpegVideo(_ codec: Codec) -> Self { .init(.video, codec, .video(.mpegVideo)) }

    fileprivate static var mpeg4: Self { .init(.video, .mpeg4Video, .video(.mpeg4)) }

    fileprivate static var h264: Self { .init(.video, .h264, .video(.h264), framing: .annexB) }

    fileprivate static var h265: Self { .init(.video, .h265, .video(.h265), framing: .annexB) }

    fileprivate static func audio(_ syntax: AudioSyntax, _ frame: AudioFrame) -> Self {
        .init(.audio, frame.codec, .audio(syntax), framing: frame.framing)
    }
}
