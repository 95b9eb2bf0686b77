/// Finds a box in the consecutive bytes of an MP4 file (ISO/IEC 14496-12, section 4.2).
struct BoxHunt: Sendable {
    /// Some bytes, with their offset in the file if it is known.
    struct Piece: Sendable, Equatable {
        var bytes: [UInt8]
        var offset: Int?
    }

    enum Verdict: Sendable, Equatable {
        /// The bytes pass unchanged.
        case pass
        /// The bytes are held until more arrive.
        case hold
        /// These bytes pass instead.
        case give(Piece)
        /// These bytes pass instead. They contain the complete box in this range.
        case found(Piece, Range<Int>)
    }

    let type: [UInt8]
    let limit: Int
    var isDone = false
    /// The distance from the next byte to the next box. The bytes between belong to other boxes.
    private var distance = 0
    /// The expected offset of the next byte.
    private var expected: Int?
    private var held = Piece(bytes: [], offset: nil)

    init(type: [UInt8], limit: Int) { (self.type, self.limit) = (type, limit) }

    /// The box, if the bytes are exactly this box.
    mutating func takeWhole(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        let head = unsafe Array(bytes.prefix(16))
        guard let header = Self.header(head[...]), header.type == type, header.size == bytes.count else {
            return nil
        }
        isDone = true
        return header.size <= limit ? unsafe Array(bytes) : nil
    }

    /// Ends the search and returns the held bytes.
    mutating func giveUp() -> Piece? {
        isDone = true
        defer { held = Piece(bytes: [], offset: nil) }
        return held.bytes.isEmpty ? nil : held
    }

    mutating func take(_ bytes: [UInt8], at offset: Int?) -> Verdict {
        if isDone { return .pass }
        if let offset, let expected, offset != expected {
            // The demuxer has jumped, to the beginning of a box that it knows.
            (distance, held) = (0, Piece(bytes: [], offset: nil))
        }
        expected = (offset ?? expected).map { $0 + bytes.count }
        if held.bytes.isEmpty, distance >= bytes.count {
            distance -= bytes.count
            return .pass
        }
        let isJoined = !held.bytes.isEmpty
        let beginning = isJoined ? held.offset : offset
        var all: [UInt8] = []
        swap(&all, &held.bytes)
        all += bytes
        var place = distance
        while place < all.count {
            guard let header = Self.header(all[place...]) else { break }
            guard header.size >= 8 else {
                isDone = true
                return isJoined ? .give(Piece(bytes: all, offset: beginning)) : .pass
            }
            if header.type == type {
                guard header.size <= limit else {
                    isDone = true
                    return isJoined ? .give(Piece(bytes: all, offset: beginning)) : .pass
                }
                guard all.count - place >= header.size else { break }
                isDone = true
                return .found(Piece(bytes: all, offset: beginning), place..<place + header.size)
            }
            let (next, isBeyond) = place.addingReportingOverflow(header.size)
            guard !isBeyond else {
                isDone = true
                return isJoined ? .give(Piece(bytes: all, offset: beginning)) : .pass
            }
            place = next
        }
        guard place < all.count else {
            distance = place - all.count
            return isJoined ? .give(Piece(bytes: all, offset: beginning)) : .pass
        }
        // A header or the box itself has begun. The bytes before it pass.
        distance = 0
        held = Piece(
            bytes: place == 0 ? all : Array(all[place...]), offset: beginning.map { $0 + place })
        return place == 0 ? .hold : .give(Piece(bytes: Array(all[..<place]), offset: beginning))
    }

    /// The size and the type of a box. The bytes contain at least its header.
    private static func header(_ bytes: ArraySlice<UInt8>) -> (size: Int, type: [UInt8])? {
        guard bytes.count >= 16 else { return nil }
        let start = bytes.startIndex
        func number(_ range: Range<Int>) -> UInt64 {
            bytes[(start + range.lowerBound)..<(start + range.upperBound)].reduce(0) { $0 << 8 | UInt64($1) }
        }
        let short = number(0..<4)
        let size = short == 1 ? number(8..<16) : short
        return (Int(clamping: size), Array(bytes[(start + 4)..<(start + 8)]))
    }
}
