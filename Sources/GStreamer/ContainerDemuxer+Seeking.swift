internal import CGStreamer
internal import MediaFormats
internal import Synchronization

/// Events and queries from downstream, and seeks.
extension ContainerDemuxer {
    /// Handles an event from downstream, on any thread.
    func handleUpstream(_ event: UnsafeMutablePointer<GstEvent>) -> gboolean {
        guard unsafe playhead_event_type(event) == GST_EVENT_SEEK else {
            return unsafe gst_pad_push_event(sink, event)
        }
        defer { unsafe gst_event_unref(event) }
        return unsafe accept(event) ? 1 : 0
    }

    private func accept(_ event: UnsafeMutablePointer<GstEvent>) -> Bool {
        var (rate, format, flags) = (1.0, GST_FORMAT_TIME, GST_SEEK_FLAG_NONE)
        var (startType, stopType) = (GST_SEEK_TYPE_NONE, GST_SEEK_TYPE_NONE)
        var (start, stop): (gint64, gint64) = (0, -1)
        unsafe gst_event_parse_seek(event, &rate, &format, &flags, &startType, &start, &stopType, &stop)
        let seqnum = unsafe gst_event_get_seqnum(event)
        guard format == GST_FORMAT_TIME, rate > 0, shared.withLock(\.isPulling) else { return false }
        // Each output may send the same seek.
        if shared.withLock({ $0.lastSeek == seqnum }) { return true }
        let has = { (flag: GstSeekFlags) in flags.rawValue & flag.rawValue != 0 }
        let isFlush = has(GST_SEEK_FLAG_FLUSH)
        if isFlush {
            shared.withLock { $0.isFlushing = true }
            unsafe gst_pad_push_event(sink, flush(gst_event_new_flush_start(), seqnum))
            unsafe pushToAll { unsafe flush(gst_event_new_flush_start(), seqnum) }
        } else {
            unsafe gst_pad_pause_task(sink)
        }
        unsafe playhead_pad_lock(sink)
        defer { unsafe playhead_pad_unlock(sink) }
        let landing: Landing =
            if !has(GST_SEEK_FLAG_KEY_UNIT) {
                .exact
            } else if has(GST_SEEK_FLAG_SNAP_BEFORE), has(GST_SEEK_FLAG_SNAP_AFTER) {
                .keyframeNearest
            } else if has(GST_SEEK_FLAG_SNAP_AFTER) {
                .keyframeAfter
            } else {
                .keyframeBefore
            }
        shared.withLock { shared in
            var segment = shared.segment
            segment.position = GstClockTime(clamping: position)
            segment.duration =
                shared.duration.map { GstClockTime(clamping: $0) } ?? playhead_clock_time_none()
            var update: gboolean = 0
            unsafe gst_segment_do_seek(
                &segment, rate, GST_FORMAT_TIME, flags, startType, GstClockTime(bitPattern: start), stopType,
                GstClockTime(bitPattern: stop), &update)
            (shared.segment, shared.seqnum, shared.lastSeek) = (segment, seqnum, seqnum)
            (shared.mustSeek, shared.landing, shared.isFlushing) = (true, landing, false)
            for key in shared.pads.keys {
                shared.pads[key]?.mustBegin = true
                shared.pads[key]?.isDiscontinuous = true
            }
        }
        if isFlush {
            unsafe gst_pad_push_event(sink, flush(gst_event_new_flush_stop(1), seqnum))
            unsafe pushToAll { unsafe flush(gst_event_new_flush_stop(1), seqnum) }
        }
        startTask()
        return true
    }

    private func flush(
        _ event: UnsafeMutablePointer<GstEvent>?, _ seqnum: guint32
    ) -> UnsafeMutablePointer<GstEvent>? {
        if let event = unsafe event { unsafe gst_event_set_seqnum(event, seqnum) }
        return unsafe event
    }

    /// Pushes an event from each source pad.
    func pushToAll(_ event: () -> UnsafeMutablePointer<GstEvent>?) {
        for pad in shared.withLock({ $0.pads.values.map(\.self) }) {
            if let event = unsafe event() { unsafe gst_pad_push_event(pad.raw, event) }
        }
    }

    /// Starts the streaming thread, which calls ``step()`` repeatedly.
    func startTask() {
        unsafe gst_pad_start_task(
            sink,
            { data in
                guard let data = unsafe data else { return }
                let element = unsafe data.assumingMemoryBound(to: GstObject.self)
                unsafe ContainerDemuxer.of(element)?.step()
            }, element, nil)
    }

    // MARK: - On the streaming thread

    private typealias Held = (stream: Int, sample: MediaSample)

    /// Goes to the start of the segment: reads from a place before it until the keyframe and the audio around
    /// the target are known, and hands those on.
    func seek() throws(Stop) {
        guard var index, let origin else { return }
        let (start, landing) = shared.withLock { (Int64(clamping: $0.segment.start), $0.landing) }
        let target = start + origin
        (flows, positions, ended, over, held, isDamaged) = ([:], [:], [], [], [], false)
        var lead: Int64 = 1_000_000_000
        while true {
            let found = try index.start(before: target - lead) { (offset, count) throws(Stop) in
                try self.pull(offset, count)
            }
            self.index = index
            guard let found else { throw Stop(result: GST_FLOW_EOS) }
            (reader, place) = (found.reader, found.offset)
            let samples = try collect(around: target, landing)
            let keyframe = keyframe(in: samples, target, landing)
            if keyframe == nil, !found.isFirst, lead < Self.longestLead, hasVideo(samples) || samples.isEmpty
            {
                lead *= 2
                continue
            }
            try handOn(samples, from: keyframe, target)
            return
        }
    }

    /// Video may have no keyframe at all, if each frame refreshes a part (`--intra-refresh` of x264).
    private static let longestLead: Int64 = 60_000_000_000

    private func hasVideo(_ samples: [Held]) -> Bool { samples.contains { isVideo($0.stream) } }

    private func isVideo(_ stream: Int) -> Bool { reader.streams[stream].format.kind == .video }

    /// Reads samples until those that a seek needs have come.
    private func collect(around target: Int64, _ landing: Landing) throws(Stop) -> [Held] {
        var samples: [Held] = []
        let margin: Int64 = 500_000_000
        var reached: [Int: Int64] = [:]
        var hasKeyframeAfter = false
        while true {
            let bytes = try pull(place, Self.piece)
            place += bytes.count
            let outputs: [ContainerOutput]
            do {
                outputs = bytes.isEmpty ? try reader.finish() : try reader.append(bytes[...])
            } catch {
                return samples
            }
            for case .sample(let stream, let sample) in outputs {
                samples.append((stream, sample))
                reached[stream] = max(reached[stream] ?? .min, sample.decodeTime)
                if isVideo(stream), sample.isSync, sample.presentationTime >= target {
                    hasKeyframeAfter = true
                }
            }
            if bytes.isEmpty { return samples }
            let farthest = reached.values.max() ?? .min
            let needsAfter = landing == .keyframeAfter || landing == .keyframeNearest
            let tracks = reader.streams.indices.filter {
                reader.streams[$0].format.kind.isContinuous && reached[$0] != nil
            }
            let isAround = !tracks.isEmpty && tracks.allSatisfy { (reached[$0] ?? .min) > target }
            let isLate = farthest > target + 2 * margin && tracks.contains { (reached[$0] ?? .min) > target }
            guard isAround || isLate else { continue }
            if !needsAfter || hasKeyframeAfter || !hasVideo(samples) { return samples }
        }
    }

    /// The index of the video sample to begin with.
    private func keyframe(in samples: [Held], _ target: Int64, _ landing: Landing) -> Int? {
        let keyframes = samples.indices.filter { isVideo(samples[$0].stream) && samples[$0].sample.isSync }
        let before = keyframes.last { samples[$0].sample.presentationTime <= target }
        let after = keyframes.first { samples[$0].sample.presentationTime >= target }
        switch landing {
        case .exact, .keyframeBefore: return before
        case .keyframeAfter: return after ?? before
        case .keyframeNearest:
            guard let before, let after else { return before ?? after }
            let (early, late) = (
                samples[before].sample.presentationTime, samples[after].sample.presentationTime
            )
            return target - early <= late - target ? before : after
        }
    }

    private func handOn(_ samples: [Held], from keyframe: Int?, _ target: Int64) throws(Stop) {
        var start = target
        if let keyframe, let origin {
            let time = samples[keyframe].sample.presentationTime
            shared.withLock { shared in
                guard shared.landing != .exact else { return }
                start = time
                shared.segment.start = GstClockTime(clamping: max(time - origin, 0))
                shared.segment.time = shared.segment.start
                shared.segment.position = shared.segment.start
            }
        }
        position = start - (origin ?? 0)
        for stream in shared.withLock({ $0.pads.keys.map(\.self) }) { positions[stream] = position }
        addPads()
        beginAll()
        let first = keyframe ?? samples.indices.first { isVideo(samples[$0].stream) } ?? 0
        for (number, (stream, sample)) in samples.enumerated() {
            switch reader.streams[stream].format.kind {
            case .video: if number < first { continue }
            case .audio:
                // Earlier audio frames affect the decoding of the following ones.
                if sample.presentationTime + (sample.duration ?? 0) < start - Self.preroll { continue }
            default: if sample.presentationTime < samples[first].sample.presentationTime { continue }
            }
            try push(sample, of: stream)
        }
        endStreams(before: start - (origin ?? 0))
    }

    private static let preroll: Int64 = 80_000_000

    // MARK: - Queries

    func answer(_ query: UnsafeMutablePointer<GstQuery>, at pad: UnsafeMutablePointer<GstPad>) -> gboolean {
        var format = GST_FORMAT_UNDEFINED
        let (duration, isPulling, segment) = shared.withLock { ($0.duration, $0.isPulling, $0.segment) }
        switch unsafe query.pointee.type {
        case GST_QUERY_DURATION:
            unsafe gst_query_parse_duration(query, &format, nil)
            guard format == GST_FORMAT_TIME, let duration else { return 0 }
            unsafe gst_query_set_duration(query, GST_FORMAT_TIME, gint64(duration))
            return 1
        case GST_QUERY_SEEKING:
            unsafe gst_query_parse_seeking(query, &format, nil, nil, nil)
            guard format == GST_FORMAT_TIME else { return 0 }
            unsafe gst_query_set_seeking(query, GST_FORMAT_TIME, isPulling ? 1 : 0, 0, gint64(duration ?? -1))
            return 1
        case GST_QUERY_SEGMENT:
            unsafe gst_query_set_segment(
                query, segment.rate, GST_FORMAT_TIME, gint64(clamping: segment.start),
                segment.stop == playhead_clock_time_none()
                    ? gint64(duration ?? -1) : gint64(clamping: segment.stop))
            return 1
        default:
            return unsafe gst_pad_query_default(
                pad, UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstObject.self), query)
        }
    }
}
