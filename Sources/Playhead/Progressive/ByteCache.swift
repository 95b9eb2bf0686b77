/// The bytes of a resource that are held, in stretches that do not touch one another.
struct ByteCache: Sendable {
    private struct Piece: Sendable {
        var start: Int
        var bytes: ArraySlice<UInt8>
        /// When it was put in or read last, counted by reads.
        var use: Int

        var end: Int { start + bytes.count }
    }

    /// By their places, none over another.
    private var pieces: [Piece] = []
    private var uses = 0
    /// How many bytes are held.
    private(set) var size = 0

    /// How many bytes are held from a place on without a hole.
    func count(from place: Int) -> Int {
        guard var index = index(of: place) else { return 0 }
        var end = pieces[index].end
        index += 1
        while index < pieces.count, pieces[index].start == end {
            end = pieces[index].end
            index += 1
        }
        return end - place
    }

    /// Some bytes, of which all are held.
    mutating func bytes(_ range: Range<Int>) -> [ArraySlice<UInt8>] {
        uses += 1
        var found: [ArraySlice<UInt8>] = []
        var place = range.lowerBound
        guard var index = index(of: place) else { return [] }
        while place < range.upperBound, index < pieces.count, pieces[index].start <= place {
            let piece = pieces[index]
            pieces[index].use = uses
            let first = piece.bytes.startIndex + place - piece.start
            let count = min(piece.end, range.upperBound) - place
            found.append(piece.bytes[first..<first + count])
            place += count
            index += 1
        }
        return found
    }

    /// Takes bytes in that stand at a place; what is held already of them stays as it is.
    mutating func insert(_ bytes: ArraySlice<UInt8>, at place: Int) {
        var (bytes, place) = (bytes, place)
        while !bytes.isEmpty {
            let held = count(from: place)
            if held > 0 {
                bytes = bytes.dropFirst(held)
                place += held
                continue
            }
            let next = pieces.firstIndex { $0.start > place } ?? pieces.count
            let room = next < pieces.count ? pieces[next].start - place : bytes.count
            let part = bytes.prefix(room)
            pieces.insert(Piece(start: place, bytes: part, use: uses), at: next)
            size += part.count
            bytes = bytes.dropFirst(part.count)
            place += part.count
        }
    }

    /// Forgets what was used longest ago, until no more than so much is held, but for what is to be kept.
    mutating func trim(to limit: Int, keeping kept: [Range<Int>]) {
        while size > limit {
            let unused = pieces.indices.filter { index in
                !kept.contains { $0.overlaps(pieces[index].start..<pieces[index].end) }
            }
            guard let oldest = unused.min(by: { pieces[$0].use < pieces[$1].use }) else { return }
            size -= pieces[oldest].bytes.count
            pieces.remove(at: oldest)
        }
    }

    /// Forgets what lies before a place.
    mutating func drop(before place: Int) {
        let count = pieces.prefix { $0.end <= place }.count
        for piece in pieces.prefix(count) { size -= piece.bytes.count }
        pieces.removeFirst(count)
    }

    /// The piece that holds a place.
    private func index(of place: Int) -> Int? {
        var (low, high) = (0, pieces.count)
        while low < high {
            let middle = (low + high) / 2
            if pieces[middle].end <= place { low = middle + 1 } else { high = middle }
        }
        return low < pieces.count && pieces[low].start <= place ? low : nil
    }
}
