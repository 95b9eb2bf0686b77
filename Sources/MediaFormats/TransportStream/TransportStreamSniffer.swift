extension TransportStreamDemuxer {
    /// Whether these are the first bytes of a transport stream. Nil: there are too few to tell.
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
