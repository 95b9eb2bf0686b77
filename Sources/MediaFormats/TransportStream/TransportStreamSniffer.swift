extension TransportStreamDemuxer {
    /// Whether the bytes begin a transport stream; nil when more bytes are needed.
    package static func looksLikeTransportStream(_ start: ArraySlice<UInt8>) -> Bool? {
        for offset in [0, 4] {
            let bytes = start.dropFirst(offset)
            guard bytes.first == PacketReader.syncByte else { continue }
            if bytes.count > 408 { return PacketReader.stride(of: bytes, final: false) != nil }
            return nil
        }
        return start.count < 5 && (start.isEmpty || start.first != PacketReader.syncByte) ? nil : false
    }
}
