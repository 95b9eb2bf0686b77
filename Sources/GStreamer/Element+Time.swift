internal import CGStreamer
internal import PlayheadSystem

extension Element {
    /// The position in media time (`gst_element_query_position`); nil if it is unknown.
    package var position: Duration? {
        var value: gint64 = -1
        guard unsafe gst_element_query_position(raw, GST_FORMAT_TIME, &value) != 0, value >= 0 else {
            return nil
        }
        return .nanoseconds(Int64(value))
    }

    /// The duration of the medium (`gst_element_query_duration`); nil if it is unknown.
    package var duration: Duration? {
        var value: gint64 = -1
        guard unsafe gst_element_query_duration(raw, GST_FORMAT_TIME, &value) != 0, value > 0 else {
            return nil
        }
        return .nanoseconds(Int64(value))
    }

    /// Whether it can seek in time (`GST_QUERY_SEEKING`).
    package var isSeekable: Bool {
        guard let query = unsafe gst_query_new_seeking(GST_FORMAT_TIME) else { return false }
        defer {
            unsafe gst_mini_object_unref(
                UnsafeMutableRawPointer(query).assumingMemoryBound(to: GstMiniObject.self))
        }
        guard unsafe gst_element_query(raw, query) != 0 else { return false }
        var seekable: gboolean = 0
        unsafe gst_query_parse_seeking(query, nil, &seekable, nil, nil)
        return seekable != 0
    }

    /// The landing mode of a seek (`GstSeekFlags`).
    package enum Landing: Sendable { case accurate, keyframeBefore, keyframeAfter, keyframeNearest }

    /// Seeks with a flush to a position, optionally with an end (`gst_event_new_seek`,
    /// `gst_element_send_event`). It returns the sequence number of the seek, or nil if the seek is refused.
    package func seek(
        to position: Duration, until end: Duration?, landing: Landing, rate: Double = 1
    ) -> Seqnum? {
        var flags = GST_SEEK_FLAG_FLUSH.rawValue
        switch landing {
        case .accurate: flags |= GST_SEEK_FLAG_ACCURATE.rawValue
        case .keyframeBefore: flags |= GST_SEEK_FLAG_KEY_UNIT.rawValue | GST_SEEK_FLAG_SNAP_BEFORE.rawValue
        case .keyframeAfter: flags |= GST_SEEK_FLAG_KEY_UNIT.rawValue | GST_SEEK_FLAG_SNAP_AFTER.rawValue
        case .keyframeNearest: flags |= GST_SEEK_FLAG_KEY_UNIT.rawValue | GST_SEEK_FLAG_SNAP_NEAREST.rawValue
        }
        // In reverse playback, the segment is played from its end to its start.
        let start = rate < 0 ? 0 : position.gstreamerTime
        // Without an explicit end, a seek keeps the end of the previous seek. A reverse seek would have set
        // it to its start position.
        let stop = rate < 0 ? position.gstreamerTime : end?.gstreamerTime ?? -1
        let seek = unsafe gst_event_new_seek(
            rate, GST_FORMAT_TIME, GstSeekFlags(rawValue: flags), GST_SEEK_TYPE_SET, start,
            GST_SEEK_TYPE_SET, stop)
        let seqnum = unsafe Seqnum(raw: gst_event_get_seqnum(seek))
        return unsafe gst_element_send_event(raw, seek) != 0 ? seqnum : nil
    }
}

extension Element {
    /// Sets the clock time of running time 0 (`gst_element_set_start_time`, `gst_element_set_base_time`).
    package func schedule(at time: Duration) {
        unsafe gst_element_set_start_time(raw, .max)
        unsafe gst_element_set_base_time(raw, GstClockTime(clamping: time.gstreamerTime))
    }

    /// Restores the default, in which running time stops during pauses.
    package func resetSchedule() { unsafe gst_element_set_start_time(raw, 0) }
}

extension Element {
    /// Calls an action when the clock of the element reaches a running time (`gst_element_get_base_time`). It
    /// returns nil without a clock.
    package func wake(atRunningTime time: Duration, _ action: @escaping @Sendable () -> Void) -> ClockWait? {
        guard let clock = unsafe gst_element_get_clock(raw) else { return nil }
        defer { unsafe gst_object_unref(clock) }
        let due = unsafe gst_element_get_base_time(raw) &+ GstClockTime(clamping: time.gstreamerTime)
        return unsafe ClockWait(clock: clock, due: due, action)
    }
}

extension Duration {
    /// The time in nanoseconds, the unit of GStreamer.
    var gstreamerTime: gint64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isBeyond) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return gint64(overflow || isBeyond ? (seconds < 0 ? .min : .max) : sum)
    }
}

/// A pending call at a time of a GStreamer clock (`gst_clock_id_wait_async`).
@safe package final class ClockWait: @unchecked Sendable {
    // Guarded by the lock of the clock; the id itself never changes.
    private let id: GstClockID

    fileprivate init?(
        clock: UnsafeMutablePointer<GstClock>, due: GstClockTime, _ action: @escaping @Sendable () -> Void
    ) {
        guard let id = unsafe gst_clock_new_single_shot_id(clock, due) else { return nil }
        unsafe self.id = id
        let data = unsafe Box.data(action)
        _ = unsafe gst_clock_id_wait_async(
            id,
            { _, _, _, data in
                if let data = unsafe data { unsafe Box<@Sendable () -> Void>.value(of: data)() }
                return 1
            }, data, { unsafe releaseBox($0) })
    }

    /// Cancels the call (`gst_clock_id_unschedule`). It has no effect during or after the call.
    package func cancel() { unsafe gst_clock_id_unschedule(id) }

    deinit { unsafe gst_clock_id_unref(id) }
}
