/// How the times in containers lie on the media timeline: by one distance for each run of segments between discontinuities, which is kept once
/// it is known, so that renditions stay together.
package struct StreamTimestampOffsets: Sendable {
    /// A run of segments whose times go on.
    struct Run: Sendable, Hashable {
        /// How many discontinuities are before it.
        var number: Int
        /// How often the server has begun to count anew.
        var restarts = 0
        /// The stream, where each has a clock of its own: as in DASH, whose manifest says where its times begin.
        var stream: StreamPlace?
    }

    private var shifts: [Run: Int64] = [:]

    func shift(of run: Run) -> Int64? { shifts[run] }

    /// The distance for a segment that begins at `start` on the playlist's timeline, and whose first sample has the time `found`.
    ///
    /// - Parameters:
    ///   - stated: the time that the manifest gives for the beginning of the segment.
    ///   - countsFromZero: whether a distance that is hardly one is none.
    ///   - least: the distance that is needed so that nothing that is shown lies before the beginning.
    mutating func settle(
        _ run: Run, start: Int64, found: Int64, stated: Int64?, countsFromZero: Bool, least: Int64
    ) -> Int64 {
        let needed = start - (stated ?? found)
        if let known = shifts[run], abs(found + known - start) < Self.drift { return known }
        let isNone = countsFromZero && stated == nil && abs(needed) < Self.tolerance
        let shift = isNone ? least : needed
        shifts[run] = shift
        return shift
    }

    /// So far a playlist and its segments may come apart within a run; beyond that, the times begin anew without a word.
    private static let drift: Int64 = 10_000_000_000
    private static let tolerance: Int64 = 250_000_000
}
