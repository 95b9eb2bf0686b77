internal import CGStreamer

/// A source pad without an element, from which the player pushes the samples of one stream (`gst_pad_new`,
/// `gst_pad_start_task`).
///
/// It refuses seeks from downstream, because the code that pushes carries out all seeks.
@safe package final class SourcePad: @unchecked Sendable {
    // Guarded by the locks of GStreamer; the pointer itself never changes.
    let raw: UnsafeMutablePointer<GstPad>

    /// The result of a push (`GstFlowReturn`).
    package enum Flow: Sendable { case ok, flushing, ended, failed }

    /// Makes a pad.
    ///
    /// - Parameter duration: Returns the duration of the medium for queries, on any thread.
    package init?(name: String, duration: @escaping @Sendable () -> Duration?) {
        guard Runtime.startFault == nil, let raw = unsafe gst_pad_new(name, GST_PAD_SRC) else { return nil }
        unsafe self.raw = raw
        unsafe gst_object_ref_sink(raw)
        unsafe gst_pad_set_query_function_full(
            raw,
            { pad, parent, query in
                guard let pad = unsafe pad, let query = unsafe query else { return 0 }
                return unsafe SourcePad.answer(query, at: pad, parent)
            }, Box.data(duration), { unsafe releaseBox($0) })
        unsafe gst_pad_set_event_function_full(
            raw,
            { _, _, event in
                guard let event = unsafe event else { return 0 }
                let isSeek = unsafe playhead_event_type(event) == GST_EVENT_SEEK
                unsafe gst_event_unref(event)
                return isSeek ? 0 : 1
            }, nil, nil)
        unsafe gst_pad_set_active(raw, 1)
    }

    deinit {
        unsafe gst_pad_set_active(raw, 0)
        unsafe gst_object_unref(raw)
    }

    private static func answer(
        _ query: UnsafeMutablePointer<GstQuery>, at pad: UnsafeMutablePointer<GstPad>,
        _ parent: UnsafeMutablePointer<GstObject>?
    ) -> gboolean {
        switch unsafe query.pointee.type {
        case GST_QUERY_LATENCY:
            unsafe gst_query_set_latency(query, 0, 0, playhead_clock_time_none())
            return 1
        case GST_QUERY_DURATION:
            var format = GST_FORMAT_UNDEFINED
            unsafe gst_query_parse_duration(query, &format, nil)
            guard format == GST_FORMAT_TIME, let data = unsafe playhead_pad_query_data(pad),
                let length = unsafe Box<@Sendable () -> Duration?>.value(of: data)()
            else { return 0 }
            unsafe gst_query_set_duration(query, GST_FORMAT_TIME, length.gstreamerTime)
            return 1
        case GST_QUERY_SEEKING, GST_QUERY_POSITION: return 0
        default: return unsafe gst_pad_query_default(pad, parent, query)
        }
    }

    /// Links to a sink pad (`gst_pad_link`).
    package func link(to sink: Pad) -> Bool { unsafe gst_pad_link(raw, sink.raw) == GST_PAD_LINK_OK }

    /// Calls `step` repeatedly on a separate thread until it returns false (`gst_pad_start_task`). After
    /// that, or after ``pause()``, it may be started again.
    package func start(_ step: @escaping @Sendable () -> Bool) {
        let context = TaskContext(pad: self, step: step)
        unsafe gst_pad_start_task(
            raw,
            { data in
                guard let data = unsafe data else { return }
                let context = unsafe Box<TaskContext>.value(of: data)
                if !context.step(), let pad = unsafe context.pad { unsafe gst_pad_pause_task(pad.raw) }
            }, Box.data(context), { unsafe releaseBox($0) })
    }

    /// Waits for the current step and stops further ones (`gst_pad_stop_task`). It must not be called in a
    /// step.
    package func pause() { unsafe gst_pad_stop_task(raw) }

    /// Refuses everything from now on, and waits for the current step (`gst_pad_set_active`).
    package func deactivate() { unsafe gst_pad_set_active(raw, 0) }

    /// Starts a stream (`gst_event_new_stream_start`).
    package func beginStream(id: String, group: UInt32) {
        guard let event = unsafe gst_event_new_stream_start(id) else { return }
        unsafe gst_event_set_group_id(event, group)
        unsafe gst_pad_push_event(raw, event)
    }

    /// Sets the format of the next samples, as caps text (`gst_caps_from_string`, `gst_event_new_caps`).
    package func setCaps(_ text: String) -> Bool {
        guard let caps = unsafe gst_caps_from_string(text) else { return false }
        defer { unsafe gst_caps_unref(caps) }
        return unsafe gst_pad_push_event(raw, gst_event_new_caps(caps)) != 0
    }

    /// Begins a segment from `start` to `stop` in buffer time. `position` is the media time of `start`
    /// (`gst_event_new_segment`).
    package func beginSegment(
        start: Duration, position: Duration, stop: Duration?, rate: Double, seqnum: Seqnum?
    ) {
        var segment = GstSegment()
        unsafe gst_segment_init(&segment, GST_FORMAT_TIME)
        segment.rate = rate
        segment.start = GstClockTime(clamping: start.gstreamerTime)
        segment.position = segment.start
        segment.time = GstClockTime(clamping: position.gstreamerTime)
        if let stop { segment.stop = GstClockTime(clamping: stop.gstreamerTime) }
        guard let event = unsafe gst_event_new_segment(&segment) else { return }
        if let seqnum { unsafe gst_event_set_seqnum(event, seqnum.number) }
        unsafe gst_pad_push_event(raw, event)
    }

    /// Pushes a sample with its buffer times (`gst_pad_push`).
    package func push(
        _ bytes: ArraySlice<UInt8>, presentation: Duration, decoding: Duration?, duration: Duration?,
        isSync: Bool, isDiscontinuous: Bool
    ) -> Flow {
        let none = playhead_clock_time_none()
        let buffer = unsafe bytes.withUnsafeBytes { bytes in
            unsafe playhead_sample_buffer(
                bytes.baseAddress, gsize(bytes.count), GstClockTime(clamping: presentation.gstreamerTime),
                decoding.map { GstClockTime(clamping: $0.gstreamerTime) } ?? none,
                duration.map { GstClockTime(clamping: $0.gstreamerTime) } ?? none, isSync ? 0 : 1,
                isDiscontinuous ? 1 : 0)
        }
        guard let buffer = unsafe buffer else { return .failed }
        return switch unsafe gst_pad_push(raw, buffer) {
        case GST_FLOW_OK: .ok
        case GST_FLOW_FLUSHING: .flushing
        case GST_FLOW_EOS: .ended
        default: .failed
        }
    }

    /// Announces a range without data (`gst_event_new_gap`).
    package func pushGap(start: Duration, duration: Duration?) {
        let event = unsafe gst_event_new_gap(
            GstClockTime(clamping: start.gstreamerTime),
            duration.map { GstClockTime(clamping: $0.gstreamerTime) } ?? playhead_clock_time_none())
        unsafe gst_pad_push_event(raw, event)
    }

    /// Ends the stream (`gst_event_new_eos`).
    package func endStream(seqnum: Seqnum?) {
        guard let event = unsafe gst_event_new_eos() else { return }
        if let seqnum { unsafe gst_event_set_seqnum(event, seqnum.number) }
        unsafe gst_pad_push_event(raw, event)
    }

    /// Makes all downstream elements discard their data (`gst_event_new_flush_start`).
    package func beginFlush(seqnum: Seqnum) {
        guard let event = unsafe gst_event_new_flush_start() else { return }
        unsafe gst_event_set_seqnum(event, seqnum.number)
        unsafe gst_pad_push_event(raw, event)
    }

    /// Makes downstream elements accept data again, with running time from 0 (`gst_event_new_flush_stop`).
    package func endFlush(seqnum: Seqnum) {
        guard let event = unsafe gst_event_new_flush_stop(1) else { return }
        unsafe gst_event_set_seqnum(event, seqnum.number)
        unsafe gst_pad_push_event(raw, event)
    }

    /// A number for a group of streams that are presented together (`gst_util_group_id_next`).
    package static func nextGroup() -> UInt32 { gst_util_group_id_next() }

    private final class TaskContext: Sendable {
        let step: @Sendable () -> Bool
        // Written before the task starts, and only read afterwards.
        nonisolated(unsafe) weak var pad: SourcePad?

        init(pad: SourcePad, step: @escaping @Sendable () -> Bool) {
            self.step = step
            unsafe self.pad = pad
        }
    }
}

extension Seqnum {
    /// A new number (`gst_util_seqnum_next`).
    package static func next() -> Seqnum { Seqnum(raw: gst_util_seqnum_next()) }
}
