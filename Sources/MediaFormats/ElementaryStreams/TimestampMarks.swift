/// The times of PES packets by where their payloads begin in a buffer. A time is that of the first access
/// unit that commences in the packet (ISO/IEC 13818-1, 2.4.3.7).
struct TimestampMarks: Sendable {
    struct Stamp: Sendable, Equatable {
        /// In ticks of 90 kHz, unwrapped.
        var presentation: Int64
        var decode: Int64
    }

    private var marks: [(offset: Int, stamp: Stamp?)] = []
    /// An access unit in more packets than this is not sound.
    private static let largest = 512

    /// A packet begins at that offset; without a stamp the access units in it follow those before.
    mutating func add(_ stamp: Stamp?, at offset: Int) {
        if marks.last?.offset == offset { marks.removeLast() }
        if marks.count >= Self.largest { marks.removeFirst() }
        marks.append((offset, stamp))
    }

    /// The stamp for an access unit that commences there, and takes it away with all before it.
    mutating func take(upTo offset: Int) -> Stamp? {
        var taken = 0
        while taken < marks.count, marks[taken].offset <= offset { taken += 1 }
        guard taken > 0 else { return nil }
        let stamp = marks[taken - 1].stamp
        marks.removeFirst(taken)
        return stamp
    }

    func begins(at offset: Int) -> Bool { marks.contains { $0.offset == offset } }

    /// Whether a stamp is there.
    func isStamped(at offset: Int) -> Bool { marks.contains { $0.offset == offset && $0.stamp != nil } }

    /// So many bytes were taken from the front of the buffer.
    mutating func shift(by count: Int) {
        for index in marks.indices { marks[index].offset -= count }
    }

    mutating func removeAll() { marks.removeAll() }
}
