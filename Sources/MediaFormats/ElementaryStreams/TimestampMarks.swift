/// The timestamps of PES packets by the start of their payloads in a buffer.
///
/// A timestamp belongs to the first access unit that begins in the packet (ISO/IEC 13818-1, 2.4.3.7).
struct TimestampMarks: Sendable {
    struct Stamp: Sendable, Equatable {
        /// The times in ticks of 90 kHz, unwrapped.
        var presentation: Int64
        var decode: Int64
    }

    private var marks: [(offset: Int, stamp: Stamp?)] = []
    /// The maximum number of packets of an access unit. More packets mean damage.
    private static let largest = 512

    /// Begins a packet at an offset. Without a timestamp its access units follow the previous ones.
    mutating func add(_ stamp: Stamp?, at offset: Int) {
        if marks.last?.offset == offset { marks.removeLast() }
        if marks.count >= Self.largest { marks.removeFirst() }
        marks.append((offset, stamp))
    }

    /// Removes and returns the timestamp of an access unit at an offset, with all earlier ones.
    mutating func take(upTo offset: Int) -> Stamp? {
        var taken = 0
        while taken < marks.count, marks[taken].offset <= offset { taken += 1 }
        guard taken > 0 else { return nil }
        let stamp = marks[taken - 1].stamp
        marks.removeFirst(taken)
        return stamp
    }

    func begins(at offset: Int) -> Bool { marks.contains { $0.offset == offset } }

    /// Whether a packet with a timestamp begins at an offset.
    func isStamped(at offset: Int) -> Bool { marks.contains { $0.offset == offset && $0.stamp != nil } }

    /// Adjusts the offsets after `count` bytes were removed from the front of the buffer.
    mutating func shift(by count: Int) {
        for index in marks.indices { marks[index].offset -= count }
    }

    mutating func removeAll() { marks.removeAll() }
}
