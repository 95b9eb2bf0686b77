/// The known places of a container in file order. Times grow with offsets.
package struct PlaceTable<State: Sendable>: Sendable {
    package struct Place: Sendable {
        /// The offset in bytes.
        var offset: Int
        /// The decoding time at the place, in nanoseconds.
        var time: Int64
        /// What a reader must know to begin there.
        var state: State
    }

    private(set) var all: [Place] = []
    /// Whether no further place is to be found.
    var isComplete = false

    /// The distances in bytes and nanoseconds below which no place between two others is sought.
    private static var leastBytes: Int { 256 << 10 }
    private static var leastTime: Int64 { 1_000_000_000 }
    private static var mostSteps: Int { 24 }

    mutating func append(_ place: Place) { all.append(place) }

    mutating func insert(_ place: Place) {
        let index = all.firstIndex { $0.offset >= place.offset } ?? all.count
        if index < all.count, all[index].offset == place.offset { return }
        all.insert(place, at: index)
    }

    /// The last place before a time, or the first place of all.
    ///
    /// - Parameter probe: finds the first place in a range of bytes.
    mutating func place<Failure: Error>(
        before time: Int64, probe: (Range<Int>) throws(Failure) -> Place?
    ) throws(Failure) -> Place? {
        guard !isComplete else { return all.last { $0.time <= time } ?? all.first }
        for _ in 0..<Self.mostSteps {
            guard let index = all.lastIndex(where: { $0.time <= time }), index + 1 < all.count else { break }
            let (low, high) = (all[index], all[index + 1])
            let (bytes, gap) = (high.offset - low.offset, high.time - low.time)
            guard bytes > Self.leastBytes, gap > Self.leastTime else { break }
            let share = Double(time - low.time) / Double(gap)
            // Never the ends, so that each step makes the range smaller.
            let guess = low.offset + Int(Double(bytes) * min(max(share - 0.02, 0.05), 0.9))
            guard let found = try probe(guess..<high.offset), found.offset < high.offset,
                found.offset > low.offset, found.time >= low.time, found.time <= high.time
            else { break }
            insert(found)
        }
        return all.last { $0.time <= time } ?? all.first
    }
}
