internal import CGStreamer
internal import MediaFormats
internal import Synchronization

/// The source pads and what is pushed from them.
extension ContainerDemuxer {
    /// Hands on what the reader has made.
    func deliver(_ outputs: [ContainerOutput]) throws(Stop) {
        for output in outputs {
            switch output {
            case .streams: if origin != nil { addPads() }
            case .damage: isDamaged = true
            case .sample(let stream, let sample):
                if origin == nil {
                    held.append((stream, sample))
                    if isBegun { try release() }
                } else {
                    try push(sample, of: stream)
                }
            }
        }
    }

    // MARK: - The beginning in push mode

    /// Whether all audio and video has begun, or some of it has come so far that the rest is late.
    private var isBegun: Bool {
        var begun: [Int: Int64] = [:]
        var isLate = held.count > 500
        for (stream, sample) in held {
            let first = begun[stream] ?? sample.presentationTime
            begun[stream] = first
            if sample.presentationTime > first + 1_000_000_000 { isLate = true }
        }
        let awaited = reader.streams.indices.filter {
            reader.streams[$0].format.kind.isContinuous
        }
        return isLate || awaited.allSatisfy { begun[$0] != nil }
    }

    /// Sets the origin and hands on the samples that waited for it.
    func release() throws(Stop) {
        let first = { (kind: MediaFormat.Kind) in
            self.held.filter { self.reader.streams[$0.stream].format.kind == kind }
                .map(\.sample.presentationTime).min()
        }
        origin =
            TimelineStart.origin(video: first(.video), audio: first(.audio))
            ?? held.map(\.sample.presentationTime).min() ?? 0
        addPads()
        let samples = held
        held = []
        for (stream, sample) in samples { try push(sample, of: stream) }
    }

    // MARK: - Pads

    /// Adds pads for streams without one, and sends changed formats.
    func addPads() {
        // Those of the index may come later than the place of the reader.
        let later = (index?.streams ?? []).dropFirst(reader.streams.count)
        for (number, stream) in (reader.streams + later).enumerated() {
            let format = stream.format
            // Streams that never have a sample would hold up the others.
            guard let caps = format.demuxedCaps, isFilled(number, format) else { continue }
            let existing = shared.withLock { $0.pads[number] }
            if let existing {
                if existing.caps != caps, existing.kind == format.kind { change(number, to: caps) }
                continue
            }
            guard format.encryption == nil, !isSuccessor(number, format.kind) else { continue }
            add(number, format, caps, pid: stream.number)
        }
        if !hasAllPads, shared.withLock({ !$0.pads.isEmpty }) {
            hasAllPads = true
            unsafe gst_element_no_more_pads(element)
        }
    }

    private func isFilled(_ number: Int, _ format: MediaFormat) -> Bool {
        if format.kind == .text || positions[number] != nil { return true }
        if let index, index.filled.contains(number) { return true }
        return held.contains { $0.stream == number }
    }

    /// Whether a stream takes the place of another one that has a pad, but has another codec.
    private func isSuccessor(_ number: Int, _ kind: MediaFormat.Kind) -> Bool {
        guard kind.isContinuous else { return false }
        if let index { return index.successors.contains(number) }
        guard hasAllPads else { return false }
        return shared.withLock { shared in
            shared.pads.contains { $0.value.kind == kind && !reader.streams[$0.key].isDeclared }
        }
    }

    /// Notes that a sample cannot be presented.
    private func lose(_ sample: MediaSample, of stream: Int) {
        guard let origin, reader.streams[stream].format.kind.isContinuous else { return }
        let start = sample.presentationTime - origin
        let end = start + (sample.duration ?? 0)
        let known = lost[stream] ?? start..<end
        lost[stream] = min(known.lowerBound, start)..<max(known.upperBound, end)
    }

    private func add(_ number: Int, _ format: MediaFormat, _ caps: String, pid: Int) {
        let name =
            switch format.kind {
            case .video: "video"
            case .audio: "audio"
            default: "subpicture"
            }
        let padName = "\(name)_\(number)"
        guard
            let template = unsafe gst_element_class_get_pad_template(
                Self.elementClass(of: element), "\(name)_%u"),
            let raw = unsafe gst_pad_new_from_template(template, padName)
        else { return }
        unsafe gst_pad_set_event_function_full(
            raw,
            { _, parent, event in
                guard let parent = unsafe parent, let event = unsafe event else { return 0 }
                return unsafe ContainerDemuxer.of(parent)?.handleUpstream(event) ?? 0
            }, nil, nil)
        unsafe gst_pad_set_query_function_full(
            raw,
            { pad, parent, query in
                guard let pad = unsafe pad, let parent = unsafe parent, let query = unsafe query else {
                    return 0
                }
                return unsafe ContainerDemuxer.of(parent)?.answer(query, at: pad) ?? 0
            }, nil, nil)
        unsafe gst_pad_use_fixed_caps(raw)
        unsafe gst_pad_set_active(raw, 1)
        if group == 0 { group = gst_util_group_id_next() }
        let digits = String(pid, radix: 16)
        let text = String(repeating: "0", count: max(8 - digits.count, 0)) + digits
        if let id = unsafe gst_pad_create_stream_id(raw, element, text),
            let event = unsafe gst_event_new_stream_start(id)
        {
            unsafe gst_event_set_group_id(event, group)
            if format.kind == .text { unsafe playhead_event_set_sparse(event) }
            unsafe gst_pad_push_event(raw, event)
            unsafe g_free(id)
        }
        if let made = unsafe gst_caps_from_string(caps) {
            unsafe gst_pad_push_event(raw, gst_event_new_caps(made))
            unsafe gst_caps_unref(made)
        }
        shared.withLock {
            $0.pads[number] = unsafe OutputPad(raw: raw, kind: format.kind, caps: caps)
        }
        unsafe gst_element_add_pad(element, raw)
        if let language = format.language, let list = unsafe gst_tag_list_new_empty() {
            unsafe playhead_tag_list_add(list, GST_TAG_LANGUAGE_CODE, language)
            unsafe gst_pad_push_event(raw, gst_event_new_tag(list))
        }
    }

    private func change(_ number: Int, to caps: String) {
        let raw = unsafe shared.withLock { shared in
            shared.pads[number]?.caps = caps
            return unsafe shared.pads[number]?.raw
        }
        guard let raw = unsafe raw, let made = unsafe gst_caps_from_string(caps) else { return }
        unsafe gst_pad_push_event(raw, gst_event_new_caps(made))
        unsafe gst_caps_unref(made)
    }

    // MARK: - Samples

    /// Pushes a sample with its times on the continuous timeline.
    func push(_ sample: MediaSample, of stream: Int) throws(Stop) {
        guard let origin else { return }
        if shared.withLock({ $0.pads[stream] == nil }) {
            positions[stream] = positions[stream] ?? position
            addPads()
        }
        let (presentation, decode) = (sample.presentationTime - origin, sample.decodeTime - origin)
        let duration = sample.duration ?? 0
        let (pad, segment) = shared.withLock { shared in
            defer { shared.pads[stream]?.isDiscontinuous = false }
            return (shared.pads[stream], shared.segment)
        }
        guard let pad else { return lose(sample, of: stream) }
        begin(stream)
        let stop = segment.stop == playhead_clock_time_none() ? Int64.max : Int64(clamping: segment.stop)
        if pad.kind != .text {
            position = max(position, decode)
            if presentation >= stop, decode >= stop {
                ended.insert(stream)
                let awaited = shared.withLock { $0.pads.filter { $0.value.kind != .text }.map(\.key) }
                if ended.union(over).isSuperset(of: awaited) { throw Stop(result: GST_FLOW_EOS) }
                return
            }
        }
        positions[stream] = max(positions[stream] ?? .min, presentation + duration)
        let none = playhead_clock_time_none()
        let buffer = unsafe sample.data.withUnsafeBytes { bytes in
            unsafe playhead_sample_buffer(
                bytes.baseAddress, gsize(bytes.count), Self.time(presentation),
                pad.kind == .video ? Self.time(decode) : none,
                sample.duration.map { GstClockTime(clamping: $0) } ?? none, sample.isSync ? 0 : 1,
                pad.isDiscontinuous || isDamaged && pad.kind != .text ? 1 : 0)
        }
        isDamaged = false
        guard let buffer = unsafe buffer else { throw Stop(result: GST_FLOW_ERROR) }
        try combine(unsafe gst_pad_push(pad.raw, buffer), of: stream)
        fillGaps()
    }

    static func time(_ time: Int64) -> GstClockTime { GstClockTime(clamping: time + shift) }

    /// Sends the segment to a pad that has not got it.
    private func begin(_ stream: Int) {
        let (pad, segment, seqnum) = shared.withLock { shared in
            defer { shared.pads[stream]?.mustBegin = false }
            return (shared.pads[stream], shared.segment, shared.seqnum)
        }
        guard let pad, pad.mustBegin else { return }
        var moved = segment
        moved.time = segment.start
        moved.start = Self.time(Int64(clamping: segment.start))
        if segment.stop != playhead_clock_time_none() {
            moved.stop = Self.time(Int64(clamping: segment.stop))
        }
        moved.position = moved.start
        guard let event = unsafe gst_event_new_segment(&moved) else { return }
        if let seqnum { unsafe gst_event_set_seqnum(event, seqnum) }
        unsafe gst_pad_push_event(pad.raw, event)
    }

    /// Begins all pads after a seek, also those without a sample for now.
    func beginAll() {
        for stream in shared.withLock({ $0.pads.keys.sorted() }) { begin(stream) }
    }

    /// Tells the outputs of streams that are behind that nothing comes before the current position.
    private func fillGaps() {
        let pads = shared.withLock(\.pads)
        guard pads.count > 1 else { return }
        for (stream, pad) in pads {
            guard !over.contains(stream) else { continue }
            let reached = positions[stream] ?? 0
            let patience: Int64 = pad.kind == .text ? 40_000_000 : 2_000_000_000
            guard position - reached > patience else { continue }
            begin(stream)
            let event = unsafe gst_event_new_gap(
                Self.time(reached), GstClockTime(clamping: position - reached))
            unsafe gst_pad_push_event(pad.raw, event)
            positions[stream] = position
        }
    }

    /// Ends the streams that have no samples from a time on, so that their outputs do not wait.
    func endStreams(before start: Int64) {
        guard let origin, let lasts = index?.lasts else { return }
        for (stream, pad) in shared.withLock(\.pads) where pad.kind != .text {
            guard let last = lasts[stream], last - origin + Self.spread < start else { continue }
            begin(stream)
            over.insert(stream)
            unsafe endStream(pad.raw)
        }
    }

    /// The samples of streams that are presented together are not farther apart in the bytes, in nanoseconds.
    private static let spread: Int64 = 300_000_000

    /// Combines the results of all pads as GStreamer does (`gst_flow_combiner_update_flow`).
    private func combine(_ result: GstFlowReturn, of stream: Int) throws(Stop) {
        flows[stream] = result
        switch result {
        case GST_FLOW_OK: return
        case GST_FLOW_EOS, GST_FLOW_NOT_LINKED:
            let all = shared.withLock { $0.pads.keys.map { flows[$0] ?? GST_FLOW_OK } }
            guard all.allSatisfy({ $0 == GST_FLOW_EOS || $0 == GST_FLOW_NOT_LINKED }) else { return }
            let isEnd = all.contains(GST_FLOW_EOS)
            throw Stop(result: isEnd ? GST_FLOW_EOS : GST_FLOW_NOT_LINKED)
        default: throw Stop(result: result)
        }
    }

    /// Ends all streams, with an error unless it is the end of the medium.
    func finish(_ result: GstFlowReturn) {
        let pads = shared.withLock(\.pads)
        if pads.isEmpty {
            let scheme =
                index?.encryption ?? reader.streams.lazy.compactMap(\.format.encryption?.scheme).first
            if let scheme {
                post(GST_STREAM_ERROR_DECRYPT, "The \(format.description) is encrypted by \(scheme).")
            } else {
                post(GST_STREAM_ERROR_DEMUX, "The \(format.description) has no audio and no video.")
            }
            return
        }
        if result != GST_FLOW_EOS {
            let name = unsafe string(gst_flow_get_name(result)) ?? ""
            post(GST_STREAM_ERROR_FAILED, "Internal data stream error.", debug: "streaming stopped, \(name)")
        }
        for (stream, range) in lost where reader.streams.indices.contains(stream) {
            let isVideo = reader.streams[stream].format.kind == .video
            unsafe playhead_post_lost(
                element, isVideo ? 1 : 0, guint64(clamping: range.lowerBound),
                guint64(clamping: range.upperBound))
        }
        lost = [:]
        for stream in pads.keys.sorted() where !over.contains(stream) {
            begin(stream)
            if let pad = pads[stream] { unsafe endStream(pad.raw) }
        }
    }

    private func endStream(_ pad: UnsafeMutablePointer<GstPad>) {
        guard let event = unsafe gst_event_new_eos() else { return }
        if let seqnum = shared.withLock(\.seqnum) { unsafe gst_event_set_seqnum(event, seqnum) }
        unsafe gst_pad_push_event(pad, event)
    }

    private func post(_ code: GstStreamError, _ text: String, debug: String? = nil) {
        unsafe playhead_post_error(element, gst_stream_error_quark(), gint(code.rawValue), text, debug)
    }
}

extension MediaFormat {
    /// The caps for a pad whose stream a parser reads again; nil for streams that no element presents.
    fileprivate var demuxedCaps: String? {
        switch codec {
        case .dvbSubtitles: "subpicture/x-dvb"
        case .dvdSubtitles: "subpicture/x-dvd"
        case .teletext: "application/x-teletext"
        case .pgs: "subpicture/x-pgs"
        default:
            caps?.replacing(", framed=(boolean)true", with: "").replacing(", parsed=(boolean)true", with: "")
        }
    }
}
