package import PlayheadSystem

/// The duration of an MPEG-TS file by its clock references (ISO/IEC 13818-1, 2.4.3.5). Only the two ends of
/// the file are read.
package enum TransportStreamDuration {
    /// The duration; nil for other files, or when the clock restarts in between.
    package static func read(_ file: FileBytes) -> Duration? {
        let head = file.bytes(at: 0, count: reach)
        // Blu-ray discs have a time code of four bytes before each packet.
        guard let size = [188, 192].first(where: { first(in: head, $0) != nil }),
            let start = first(in: head, size)
        else { return nil }
        let begin = start.place % size
        let tail = max((file.size - begin - reach) / size, 0) * size + begin
        let bytes = file.bytes(at: tail, count: reach)
        let places = stride(from: 0, to: bytes.count, by: size).reversed()
        let last = places.lazy.compactMap { reference(at: $0, in: bytes) }.first { $0.stream == start.stream }
        guard let last, last.ticks != start.ticks else { return nil }
        let ticks = (last.ticks - start.ticks + wrap) % wrap
        return ticks < wrap / 2 ? .nanoseconds(ticks * 100_000 / 9) : nil
    }

    private struct Reference {
        var stream: Int
        var place: Int
        /// The reference in ticks of 90 kHz.
        var ticks: Int
    }

    private static let reach = 192 * 4000
    private static let wrap = 1 << 33

    /// The first clock reference in bytes that begin with packets of equal size.
    private static func first(in bytes: [UInt8], _ size: Int) -> Reference? {
        let begin = size - 188
        let places = Array(stride(from: begin, to: bytes.count - 187, by: size))
        guard places.count > 3, places.prefix(8).allSatisfy({ bytes[$0] == 0x47 }) else { return nil }
        return places.lazy.compactMap { reference(at: $0, in: bytes) }.first
    }

    /// The clock reference in the packet at an index.
    private static func reference(at place: Int, in bytes: [UInt8]) -> Reference? {
        guard place + 188 <= bytes.count, bytes[place] == 0x47, bytes[place + 3] & 0x20 != 0,
            bytes[place + 4] >= 7, bytes[place + 5] & 0x10 != 0
        else { return nil }
        let base = bytes[(place + 6)..<(place + 10)].reduce(0) { $0 << 8 | Int($1) }
        return Reference(
            stream: Int(bytes[place + 1] & 0x1F) << 8 | Int(bytes[place + 2]), place: place,
            ticks: base << 1 | Int(bytes[place + 10] >> 7))
    }
}
