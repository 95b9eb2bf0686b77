/// The program stream map (ISO/IEC 13818-1, 2.5.4): the declared streams by `stream_id`.
struct ProgramStreamMap: Sendable {
    var streams: [UInt8: StreamDescription] = [:]

    /// Nil for a damaged map, or one that does not apply yet. `packet` begins with the start code.
    init?(_ packet: ArraySlice<UInt8>) {
        let bytes = Array(packet)
        guard bytes.count >= 16, bytes[6] & 0x80 != 0, CRC32MPEG.checksum(bytes[...]) == 0 else { return nil }
        let end = bytes.count - 4
        let length = Int(bytes[8]) << 8 | Int(bytes[9])
        guard 12 + length <= end else { return nil }
        let program = TransportDescriptor.all(in: bytes[10..<10 + length])
        var index = 12 + length
        while index + 4 <= end {
            let length = Int(bytes[index + 2]) << 8 | Int(bytes[index + 3])
            guard index + 4 + length <= end else { break }
            let stream = ProgramMap.Stream(
                pid: Int(bytes[index + 1]), type: bytes[index],
                descriptors: TransportDescriptor.all(in: bytes[(index + 4)..<(index + 4 + length)]))
            streams[bytes[index + 1]] = StreamDescription(stream, program: program)
            index += 4 + length
        }
    }
}
