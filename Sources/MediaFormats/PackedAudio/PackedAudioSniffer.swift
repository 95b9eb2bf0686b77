extension PackedAudioDemuxer {
    /// Whether the bytes begin a packed audio segment; nil when more bytes are needed.
    package static func looksLikePackedAudio(_ start: ArraySlice<UInt8>) -> Bool? {
        let bytes = Array(start.prefix(1 << 20))
        var index = 0
        while true {
            switch TimestampTag.length(in: bytes, at: index) {
            case .incomplete: return nil
            case .tag(let length), .trailer(let length): index += length
            case .none:
                let window = Array(bytes[index...].prefix(16_384))
                switch PackedAudioProbe.syntax(of: window, from: 0, final: false) {
                case .found(_, let at): return at == 0
                case .incomplete: return nil
                case .none: return false
                }
            }
        }
    }
}
