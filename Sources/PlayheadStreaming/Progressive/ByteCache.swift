/// The cached bytes of a resource, in separate ranges.
struct ByteCache: Sendable {
    private struct Piece: Sendable {
        var start: Int
        var bytes: ArraySlice<UInt8>
        /// The read count at the insertion or the last read.
        var use: Int

        var end: Int { start + bytes.count }
    }

    /// The chunks, sorted by offset and without overlap.
    private var pieces: [Piece] = []
    /// The cached ranges. There are few ranges even with thousands of chunks.
    private var held = RangeSet<Int>()
    private var uses = 0
    /// The number of cached bytes.
    private(set) var size = 0

    /// The number of contiguous cached bytes from an offset on.
    func count(from place: Int) -> Int {
        held.ranges.first { $0.contains(place) }.map { $0.upperBound - place } ?? 0
    }

    /// The bytes of a range that is cached completely.
    mutating func bytes(_ range: Range<Int>) -> [ArraySlice<UInt8>] {
        uses += 1
        var found: [ArraySlice<UInt8>] = []
        var place = range.lowerBound
        var index = index(after: place)
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

    /// Inserts bytes at an offset. Cached bytes are not replaced.
    mutating func insert(_ bytes: ArraySlice<UInt8>, at place: Int) {
        var (bytes, place) = (bytes, place)
        while !bytes.isEmpty {
            let known = count(from: place)
            if known > 0 {
                bytes = bytes.dropFirst(known)
                place += known
                continue
            }
            let next = index(after: place)
            let room = next < pieces.count ? pieces[next].start - place : bytes.count
            let part = bytes.prefix(room)
            pieces.insert(Piece(start: place, bytes: part, use: uses), at: next)
            held.insert(contentsOf: place..<place + part.count)
            size += part.count
            bytes = bytes.dropFirst(part.count)
            place += part.count
        }
    }

    /// Removes the least recently used chunks until at most `limit` bytes are left. Chunks in `kept` stay.
    mutating func trim(to limit: Int, keeping kept: [Range<Int>]) {
        while size > limit {
            let unused = pieces.indices.filter { index in
                !kept.contains { $0.overlaps(pieces[index].start..<pieces[index].end) }
            }
            guard let oldest = unused.min(by: { pieces[$0].use < pieces[$1].use }) else { return }
            forget(oldest..<oldest + 1)
        }
    }

    /// Removes the chunks before an offset.
    mutating func drop(before place: Int) { forget(0..<index(after: place)) }

    private mutating func forget(_ indices: Range<Int>) {
        for piece in pieces[indices] {
            size -= piece.bytes.count
            held.remove(contentsOf: piece.start..<piece.end)
        }
        pieces.removeSubrange(indices)
    }

    /// The index of the first chunk that ends after an offset.
    private func index(after place: Int) -> Int {
        var (low, high) = (0, pieces.count)
        while low < high {
            let middle = (low + high) / 2
            if pieces[middle].end <= place { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
