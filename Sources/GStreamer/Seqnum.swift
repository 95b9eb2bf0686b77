internal import CGStreamer

/// Tells which event of GStreamer's led to which other ones (`gst_event_get_seqnum`). The end of a flush bears the number of the
/// seek that set it off, or a later one; segments do not always (tsdemux, 1.22.0), and ASYNC_DONE never.
package struct Seqnum: Sendable, Comparable {
    private let raw: UInt32
    var number: UInt32 { raw }

    init(raw: UInt32) { self.raw = raw }

    /// Whether it was given out earlier, also where the count has begun anew (`gst_util_seqnum_compare`).
    package static func < (lhs: Seqnum, rhs: Seqnum) -> Bool { gst_util_seqnum_compare(lhs.raw, rhs.raw) < 0 }

    /// Whether what the latest of the seeks that got there has led to answers the one with this number; where none got there, it does not.
    package func isAnswered(by latest: Seqnum?) -> Bool { latest.map { $0 >= self } ?? false }
}
