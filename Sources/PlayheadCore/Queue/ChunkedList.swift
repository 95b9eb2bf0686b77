/// A list in chunks: an edit copies one chunk and the table of chunks, even if the list is shared. Ten
/// thousand edits of a list of ten thousand items stay cheap, although each keeps the old list.
struct ChunkedList<Element> {
    private var chunks: [[Element]] = []
    private(set) var count = 0

    init() {}

    init(_ elements: some Sequence<Element>) {
        for element in elements { append(element) }
    }

    subscript(index: Int) -> Element {
        get {
            let place = place(of: index)
            return chunks[place.chunk][place.offset]
        }
        set {
            let place = place(of: index)
            chunks[place.chunk][place.offset] = newValue
        }
    }

    mutating func append(_ element: Element) { insert(element, at: count) }

    /// Inserts before the element with this index; beyond the count at the end.
    mutating func insert(_ element: Element, at index: Int) {
        count += 1
        guard index < count - 1 else {
            if let last = chunks.indices.last, chunks[last].count < Self.size {
                chunks[last].append(element)
            } else {
                chunks.append([element])
            }
            return
        }
        let place = place(of: index)
        chunks[place.chunk].insert(element, at: place.offset)
        guard chunks[place.chunk].count > Self.size else { return }
        let half = chunks[place.chunk].count / 2
        let rest = Array(chunks[place.chunk][half...])
        chunks[place.chunk].removeSubrange(half...)
        chunks.insert(rest, at: place.chunk + 1)
    }

    @discardableResult
    mutating func remove(at index: Int) -> Element {
        let place = place(of: index)
        count -= 1
        defer { if chunks[place.chunk].isEmpty { chunks.remove(at: place.chunk) } }
        return chunks[place.chunk].remove(at: place.offset)
    }

    /// The index of the first element that meets a condition, which all later elements meet too; the count if
    /// none does.
    func partition(where isBehind: (Element) -> Bool) -> Int {
        var start = 0
        for chunk in chunks {
            if let last = chunk.last, isBehind(last) {
                var (low, high) = (0, chunk.count - 1)
                while low < high {
                    let middle = (low + high) / 2
                    if isBehind(chunk[middle]) { high = middle } else { low = middle + 1 }
                }
                return start + low
            }
            start += chunk.count
        }
        return count
    }

    /// Mutates every element in place.
    mutating func mutateAll(_ change: (inout Element) -> Void) {
        for chunk in chunks.indices {
            for offset in chunks[chunk].indices { change(&chunks[chunk][offset]) }
        }
    }

    private func place(of index: Int) -> (chunk: Int, offset: Int) {
        var (chunk, offset) = (0, index)
        while offset >= chunks[chunk].count {
            offset -= chunks[chunk].count
            chunk += 1
        }
        return (chunk, offset)
    }

    private static var size: Int { 64 }
}

extension ChunkedList: Sendable where Element: Sendable {}

extension ChunkedList: Sequence {
    func makeIterator() -> FlattenSequence<[[Element]]>.Iterator { chunks.joined().makeIterator() }
}

extension ChunkedList: Equatable where Element: Equatable {
    static func == (left: Self, right: Self) -> Bool {
        // Shared chunks are equal without a comparison of their elements.
        left.count == right.count && (left.chunks == right.chunks || left.elementsEqual(right))
    }
}

extension ChunkedList: Codable where Element: Codable {
    init(from decoder: any Decoder) throws { self.init(try [Element](from: decoder)) }

    func encode(to encoder: any Encoder) throws { try Array(self).encode(to: encoder) }
}
