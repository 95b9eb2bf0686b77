/// The offsets of container timestamps on the media timeline.
///
/// Each run of segments between two discontinuities has one offset. A known offset is kept, so that the
/// renditions stay in sync.
package struct StreamTimestampOffsets: Sendable {
    /// A run of segments with continuous timestamps.
    struct Run: Sendable, Hashable {
        /// The number of discontinuities before the run.
        var number: Int
        /// How often the server has restarted its timestamps.
        var restarts = 0
        /// The stream, if each stream has its own clock. In DASH the manifest declares the start of the
        /// timestamps.
        var stream: StreamPlace?
    }

    private var shifts: [Run: Int64] = [:]

    func shift(of run: Run) -> Int64? { shifts[run] }

    /// The offset of a segment that begins at `start` on the playlist's timeline. `found` is its first
    /// timestamp.
    ///
    /// - Parameters:
    ///   - stated: the time that the manifest declares for the start of the segment.
    ///   - countsFromZero: whether an offset of less than 250 ms is taken as zero.
    ///   - least: the minimum offset, so that no presented sample lies before the beginning.
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

    /// The maximum drift between a playlist and its segments within a run: 10 s. A larger drift is an
    /// undeclared restart of the timestamps.
    private static let drift: Int64 = 10_000_000_000
    private static let tolerance: Int64 = 250_000_000
}
