internal import CGStreamer
internal import MediaFormats
internal import Synchronization

/// The demuxer elements of the player: `playheadtsdemux` for MPEG transport streams, in place of `tsdemux`,
/// `playheadpsdemux` for MPEG program streams, in place of `mpegpsdemux`, and `playheadmp4demux` for MP4 files
/// with movie fragments, in place of `qtdemux`.
///
/// With bytes that can be read at any place it works in pull mode: it knows the duration, and a seek begins at
/// the keyframe before the target. Otherwise it takes bytes as they come, and cannot seek. See decision 13.
@safe package final class ContainerDemuxer: @unchecked Sendable {
    /// The element and its sink pad, which live longer than this value.
    let element: UnsafeMutablePointer<GstElement>
    let sink: UnsafeMutablePointer<GstPad>

    /// The state that threads other than the streaming thread use.
    struct Shared {
        var isPulling = false
        var duration: Int64?
        /// The segment in media time.
        var segment = ContainerDemuxer.newSegment()
        var seqnum: guint32?
        /// Whether the streaming thread has to go to the start of the segment.
        var mustSeek = false
        var landing = Landing.exact
        var lastSeek: guint32?
        var isFlushing = false
        var pads: [Int: OutputPad] = [:]
    }

    enum Landing { case exact, keyframeBefore, keyframeAfter, keyframeNearest }

    let shared = Mutex(Shared())

    // MARK: State of the streaming thread, guarded by the lock of the sink pad.

    var index: (any ContainerIndex)?
    var reader: any ContainerReader
    /// The offset of the next bytes.
    var place = 0
    var isOpen = false
    /// The time on the continuous timeline that is 0 in the medium; nil before it is known.
    var origin: Int64?
    /// Samples that wait until the origin is known.
    var held: [(stream: Int, sample: MediaSample)] = []
    var isDamaged = false
    var group: guint = 0
    var flows: [Int: GstFlowReturn] = [:]
    /// The latest media time of each stream, and of all audio and video.
    var positions: [Int: Int64] = [:]
    var position: Int64 = 0
    /// Streams past the end of the segment.
    var ended: Set<Int> = []
    /// Streams whose end was sent before that of the others.
    var over: Set<Int> = []
    var hasAllPads = false
    /// What was left out, by stream.
    var lost: [Int: Range<Int64>] = [:]

    /// Buffer times are media times plus one hour, because samples that are only decoded may lie before 0.
    static let shift: Int64 = 3600_000_000_000
    static let piece = 32 << 10

    /// A source pad.
    @safe struct OutputPad: @unchecked Sendable {
        let raw: UnsafeMutablePointer<GstPad>
        var kind: MediaFormat.Kind
        var caps: String
        var mustBegin = true
        var isDiscontinuous = true
    }

    let format: ContainerFormat

    init(
        _ format: ContainerFormat, element: UnsafeMutablePointer<GstElement>,
        sink: UnsafeMutablePointer<GstPad>
    ) {
        unsafe (self.format, self.element, self.sink) = (format, element, sink)
        reader = format.newReader
    }

    static func newSegment() -> GstSegment {
        var segment = GstSegment()
        unsafe gst_segment_init(&segment, GST_FORMAT_TIME)
        return segment
    }

    // MARK: - Pull mode

    /// One iteration of the streaming thread.
    func step() {
        let result = advance()
        guard result != GST_FLOW_OK else { return }
        unsafe gst_pad_pause_task(sink)
        if result == GST_FLOW_FLUSHING { return }
        finish(result)
    }

    private func advance() -> GstFlowReturn {
        do throws(Stop) {
            if !isOpen { try open() }
            let mustSeek = shared.withLock { shared in
                defer { shared.mustSeek = false }
                return shared.mustSeek
            }
            if mustSeek { try seek() }
            let bytes = try pull(place, Self.piece)
            guard !bytes.isEmpty else {
                try deliver(read { reader throws(DemuxerError) in try reader.finish() })
                return GST_FLOW_EOS
            }
            place += bytes.count
            try deliver(read { reader throws(DemuxerError) in try reader.append(bytes[...]) })
            return GST_FLOW_OK
        } catch {
            return error.result
        }
    }

    /// The reason to leave an iteration of the streaming thread.
    struct Stop: Error { let result: GstFlowReturn }

    /// Reads bytes; fewer only at the end.
    func pull(_ offset: Int, _ count: Int) throws(Stop) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            guard !shared.withLock(\.isFlushing) else { throw Stop(result: GST_FLOW_FLUSHING) }
            var buffer: UnsafeMutablePointer<GstBuffer>?
            let result = unsafe gst_pad_pull_range(
                sink, guint64(offset + bytes.count), guint(count - bytes.count), &buffer)
            if result == GST_FLOW_EOS { break }
            guard result == GST_FLOW_OK, let buffer = unsafe buffer else { throw Stop(result: result) }
            defer { unsafe gst_buffer_unref(buffer) }
            let before = bytes.count
            unsafe withBytes(of: buffer) { unsafe bytes.append(contentsOf: $0) }
            if bytes.count == before { break }
        }
        return bytes
    }

    private func read(
        _ body: (inout any ContainerReader) throws(DemuxerError) -> [ContainerOutput]
    ) throws(Stop) -> [ContainerOutput] {
        do {
            return try body(&reader)
        } catch {
            // Without any stream, the error follows from `finish`.
            throw Stop(result: GST_FLOW_EOS)
        }
    }

    private func open() throws(Stop) {
        var length: gint64 = 0
        guard unsafe gst_pad_peer_query_duration(sink, GST_FORMAT_BYTES, &length) != 0, length > 0 else {
            throw Stop(result: GST_FLOW_EOS)
        }
        let uri = unsafe string(taking: playhead_pad_peer_uri(sink))
        let isLocal = uri?.hasPrefix("file:") ?? false
        let index = try format.index(length: Int(length), isLocal: isLocal) {
            (offset, count) throws(Stop) in try self.pull(offset, count)
        }
        self.index = index
        origin = index.origin
        if let origin = index.origin, let end = index.end, end > origin {
            shared.withLock { $0.duration = end - origin }
        }
        // Formats are known when the streams begin.
        var outputs: [ContainerOutput] = []
        var isKnown = false
        while !isKnown {
            let bytes = try pull(place, Self.piece)
            place += bytes.count
            let made = try read { reader throws(DemuxerError) in
                bytes.isEmpty ? try reader.finish() : try reader.append(bytes[...])
            }
            outputs += made
            isKnown = bytes.isEmpty || !reader.streams.isEmpty
        }
        isOpen = true
        addPads()
        // A seek before the first data makes that data unnecessary.
        guard !shared.withLock(\.mustSeek) else { return }
        try deliver(outputs)
    }

    // MARK: - Push mode

    /// Takes a buffer, on the thread of the element upstream.
    func chain(_ buffer: UnsafeMutablePointer<GstBuffer>) -> GstFlowReturn {
        defer { unsafe gst_buffer_unref(buffer) }
        let bytes = unsafe withBytes(of: buffer) { unsafe Array($0) } ?? []
        do throws(Stop) {
            try deliver(read { reader throws(DemuxerError) in try reader.append(bytes[...]) })
            return GST_FLOW_OK
        } catch {
            return error.result
        }
    }

    /// Ends the stream in push mode.
    func endInput() {
        do throws(Stop) {
            try deliver(read { reader throws(DemuxerError) in try reader.finish() })
            if origin == nil { try release() }
            finish(GST_FLOW_EOS)
        } catch {
            finish(error.result == GST_FLOW_OK ? GST_FLOW_EOS : error.result)
        }
    }

    /// Forgets everything that was read, for bytes from another place.
    func flushInput() {
        reader = format.newReader
        held = []
        flows = [:]
        (ended, over) = ([], [])
        shared.withLock { shared in
            for key in shared.pads.keys {
                shared.pads[key]?.mustBegin = true
                shared.pads[key]?.isDiscontinuous = true
            }
        }
    }

    /// Removes all pads and forgets the stream.
    func reset() {
        let pads = shared.withLock { shared in
            let pads = shared.pads.values.map(\.self)
            shared = Shared()
            return pads
        }
        for pad in pads {
            unsafe gst_pad_set_active(pad.raw, 0)
            unsafe gst_element_remove_pad(element, pad.raw)
        }
        (index, origin, isOpen, hasAllPads, isDamaged) = (nil, nil, false, false, false)
        (place, position) = (0, 0)
        reader = format.newReader
        (held, flows, positions, ended, over, lost) = ([], [:], [:], [], [], [:])
    }
}
