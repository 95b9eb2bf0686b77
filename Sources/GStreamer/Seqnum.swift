internal import CGStreamer

/// A sequence number, which relates events of GStreamer to their cause (`gst_event_get_seqnum`).
///
/// The end of a flush has the number of its seek or a later one. Segments do not always have it (tsdemux,
/// 1.22.0), and `ASYNC_DONE` never has it.
package struct Seqnum: Sendable, Comparable {
    private let raw: UInt32
    var number: UInt32 { raw }

    init(raw: UInt32) { self.raw = raw }

    /// Whether it was issued earlier, also after an overflow of the counter (`gst_util_seqnum_compare`).
    package static func < (lhs: Seqnum, rhs: Seqnum) -> Bool { gst_util_seqnum_compare(lhs.raw, rhs.raw) < 0 }

    /// Whether the latest seek that reached the element is this one or a later one. It is false if none
    /// reached it.
    package func isAnswered(by latest: Seqnum?) -> Bool { latest.map { $0 >= self } ?? false }
}
