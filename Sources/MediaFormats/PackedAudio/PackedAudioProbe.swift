/// Detects the codec of a packed audio segment.
enum PackedAudioProbe {
    enum Result: Equatable {
        case found(AudioSyntax, at: Int)
        case incomplete
        case none
    }

    private static let syntaxes: [AudioSyntax] = [.adts, .ac3, .mpegAudio]

    /// Searches for two consecutive frames at or after `start`. `final` marks the end of the data.
    static func syntax(of bytes: [UInt8], from start: Int, final: Bool) -> Result {
        var index = start
        while index < bytes.count {
            var isOpen = false
            for syntax in syntaxes where bytes[index] == syntax.syncByte {
                switch verdict(syntax, bytes, index, final: final) {
                case .frames: return .found(syntax, at: index)
                case .incomplete: isOpen = true
                case .other: break
                }
            }
            if isOpen, !final { return .incomplete }
            let (a, b) = (
                ByteScan.index(of: 0xFF, in: bytes, from: index + 1) ?? bytes.count,
                ByteScan.index(of: 0x0B, in: bytes, from: index + 1) ?? bytes.count
            )
            index = min(a, b)
        }
        return .none
    }

    private enum Verdict { case frames, incomplete, other }

    private static func verdict(
        _ syntax: AudioSyntax, _ bytes: [UInt8], _ index: Int, final: Bool
    ) -> Verdict {
        switch syntax.frame(in: bytes, at: index) {
        case .invalid: return .other
        case .incomplete: return .incomplete
        case .frame(let frame):
            let end = index + frame.length
            guard end < bytes.count else {
                return !final ? .incomplete : end == bytes.count ? .frames : .other
            }
            switch syntax.frame(in: bytes, at: end) {
            case .frame(let next): return next.signature == frame.signature ? .frames : .other
            case .incomplete: return final ? .frames : .incomplete
            case .invalid: return TimestampTag.length(in: bytes, at: end) == .none ? .other : .frames
            }
        }
    }
}
