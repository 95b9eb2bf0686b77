internal import CGStreamer
package import MediaFormats
internal import PlayheadSystem
internal import Synchronization

/// The result of `GstDiscoverer` for a URI.
package struct Discovery: Sendable, Equatable {
    /// The outcome (`GstDiscovererResult`).
    package enum Outcome: Sendable, Equatable { case found, failed, timedOut, missingPlugins }

    /// One stream of a medium.
    package struct Stream: Sendable, Equatable {
        package enum Kind: Sendable, Equatable { case container, video, image, audio, subtitles, other }

        package var kind: Kind
        package var id: String
        /// The caps of the encoded stream, with fields that only the decoder knew.
        package var caps: CapsValues?
        package var tags: TagValues?
    }

    package var outcome = Outcome.failed
    package var duration: Duration?
    package var isSeekable = false
    package var isLive = false
    package var streams: [Stream] = []
    package var chapters: [ChapterEntry] = []
    /// The missing plug-ins as installer details, with fields separated by `|`.
    package var missing: [String] = []

    /// Makes an empty result.
    package init() {}

    fileprivate init(lending info: OpaquePointer) {
        outcome = unsafe Self.outcome(of: info)
        duration = unsafe GStreamer.duration(gst_discoverer_info_get_duration(info)).flatMap {
            $0 > .zero ? $0 : nil
        }
        isSeekable = unsafe gst_discoverer_info_get_seekable(info) != 0
        isLive = unsafe gst_discoverer_info_get_live(info) != 0
        if let toc = unsafe gst_discoverer_info_get_toc(info) {
            chapters = unsafe [ChapterEntry](lending: toc)
        }
        if var detail = unsafe gst_discoverer_info_get_missing_elements_installer_details(info) {
            while let text = unsafe string(detail.pointee) {
                missing.append(text)
                unsafe detail += 1
            }
        }
        if let root = unsafe gst_discoverer_info_get_stream_info(info) {
            unsafe take(root, depth: 0)
            unsafe g_object_unref(UnsafeMutableRawPointer(root))
        }
    }

    /// Adds a stream and its nested or derived streams.
    private mutating func take(_ info: OpaquePointer, depth: Int) {
        guard depth < 16, streams.count < 1024 else { return }
        let stream = unsafe Stream(lending: info)
        streams.append(stream)
        guard stream.kind == .container else {
            guard let next = unsafe gst_discoverer_stream_info_get_next(info) else { return }
            defer { unsafe g_object_unref(UnsafeMutableRawPointer(next)) }
            let place = streams.count
            unsafe take(next, depth: depth + 1)
            // A stream derived from another one of the same kind is the same stream with more details.
            if streams.indices.contains(place), streams[place].kind == stream.kind {
                streams.remove(at: place - 1)
            }
            return
        }
        let list = unsafe gst_discoverer_container_info_get_streams(info)
        defer { unsafe gst_discoverer_stream_info_list_free(list) }
        var next = unsafe list
        while let node = unsafe next {
            if let child = unsafe node.pointee.data.map({ OpaquePointer($0) }) {
                unsafe take(child, depth: depth + 1)
            }
            unsafe next = node.pointee.next
        }
    }

    private static func outcome(of info: OpaquePointer) -> Outcome {
        switch unsafe gst_discoverer_info_get_result(info) {
        case GST_DISCOVERER_OK: .found
        case GST_DISCOVERER_TIMEOUT: .timedOut
        case GST_DISCOVERER_MISSING_PLUGINS: .missingPlugins
        default: .failed
        }
    }
}

extension Discovery.Stream {
    fileprivate init(lending info: OpaquePointer) {
        switch unsafe string(gst_discoverer_stream_info_get_stream_type_nick(info)) ?? "" {
        case "container": kind = .container
        case "video": kind = unsafe gst_discoverer_video_info_is_image(info) != 0 ? .image : .video
        case "audio": kind = .audio
        case let nick where nick.hasPrefix("subtitle"): kind = .subtitles
        default: kind = .other
        }
        id = unsafe string(gst_discoverer_stream_info_get_stream_id(info)) ?? ""
        if let caps = unsafe gst_discoverer_stream_info_get_caps(info) {
            self.caps = unsafe CapsValues(lending: caps)
            unsafe gst_caps_unref(caps)
        }
        let list =
            unsafe kind == .container
            ? gst_discoverer_container_info_get_tags(info) : gst_discoverer_stream_info_get_tags(info)
        tags = unsafe list.map { unsafe TagValues(lending: $0) }
        tags?.isGlobal = kind == .container
        switch kind {
        case .video, .image: unsafe takeShape(info)
        case .audio: unsafe takeSound(info)
        case .container, .subtitles, .other: break
        }
    }

    private mutating func takeShape(_ info: OpaquePointer) {
        guard var caps else { return }
        caps.width = unsafe Int(gst_discoverer_video_info_get_width(info)).aboveZero ?? caps.width
        caps.height = unsafe Int(gst_discoverer_video_info_get_height(info)).aboveZero ?? caps.height
        let over = unsafe gst_discoverer_video_info_get_framerate_num(info)
        let under = unsafe gst_discoverer_video_info_get_framerate_denom(info)
        if over > 0, under > 0 { caps.frameRate = Double(over) / Double(under) }
        let wide = unsafe gst_discoverer_video_info_get_par_num(info)
        let high = unsafe gst_discoverer_video_info_get_par_denom(info)
        if wide > 0, high > 0 { caps.pixelAspect = Double(wide) / Double(high) }
        self.caps = caps
    }

    private mutating func takeSound(_ info: OpaquePointer) {
        guard var caps else { return }
        caps.channels = unsafe Int(gst_discoverer_audio_info_get_channels(info)).aboveZero ?? caps.channels
        caps.sampleRate =
            unsafe Int(gst_discoverer_audio_info_get_sample_rate(info)).aboveZero ?? caps.sampleRate
        self.caps = caps
    }
}

extension Int {
    fileprivate var aboveZero: Int? { self > 0 ? self : nil }
}

/// Examines one URI after another (`GstDiscoverer`).
@safe private final class Discoverer: @unchecked Sendable {
    // Used by one thread at a time, which has taken it out of the pool.
    private let raw: UnsafeMutablePointer<GstDiscoverer>

    init?(within limit: Duration, _ prepare: @escaping @Sendable (Element) -> Void) {
        let second: Int64 = 1_000_000_000
        let timeout = GstClockTime(clamping: min(max(Int64(limit.gstreamerTime), second), 3600 * second))
        guard Runtime.startFault == nil, let raw = unsafe gst_discoverer_new(timeout, nil) else { return nil }
        unsafe self.raw = raw
        watch(prepare)
    }

    deinit { unsafe g_object_unref(raw) }

    /// Observes all elements of the decoder, on any thread. The decoder is known from its first source on
    /// (`source-setup`), and stays the same.
    private func watch(_ prepare: @escaping @Sendable (Element) -> Void) {
        let watch = DecoderWatch(prepare: prepare)
        let callback:
            @convention(c) (
                UnsafeMutablePointer<GstDiscoverer>?, UnsafeMutablePointer<GstElement>?, gpointer?
            ) -> Void = { _, source, data in
                guard let source = unsafe source, let data = unsafe data,
                    let decoder = unsafe Element(retaining: source).parent
                else { return }
                unsafe Box<DecoderWatch>.value(of: data).follow(decoder)
            }
        unsafe g_signal_connect_data(
            raw, "source-setup", unsafeBitCast(callback, to: GCallback.self), Box.data(watch),
            { data, _ in unsafe releaseBox(data) }, GConnectFlags(rawValue: 0))
    }

    func discover(_ uri: String) -> Discovery {
        var error: UnsafeMutablePointer<GError>?
        let found = unsafe gst_discoverer_discover_uri(raw, uri, &error)
        unsafe g_clear_error(&error)
        guard let info = unsafe found else { return Discovery() }
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(info)) }
        return unsafe Discovery(lending: info)
    }
}

/// Observes the decoder of a discoverer.
private final class DecoderWatch: Sendable {
    private let prepare: @Sendable (Element) -> Void
    private let isFollowing = Atomic(false)

    init(prepare: @escaping @Sendable (Element) -> Void) { self.prepare = prepare }

    func follow(_ decoder: Element) {
        guard !isFollowing.exchange(true, ordering: .relaxed) else { return }
        decoder.onDeepElementAdded { [prepare] element in
            prepare(element)
            // Without the error message the discoverer would wait until its timeout.
            guard element.readsInput, Workaround.lostDiscovererErrors.isNeeded else { return }
            element.hearLostErrors { [weak decoder] message in
                if case .error(let fault) = message { decoder?.parent?.postError(fault.message) }
            }
        }
    }
}

/// A thread-safe pool of discoverers. A discoverer that has succeeded is reused, which is faster than making
/// another one.
package final class DiscovererPool: Sendable {
    private let limit: Duration
    private let prepare: @Sendable (Element) -> Void
    private let idle = Mutex<[Discoverer]>([])

    /// Makes a pool. The timeout for each URI is clamped to 1 s to 1 h. `prepare` is called for each element
    /// that is plugged in, on any thread.
    package init(limit: Duration, preparing prepare: @escaping @Sendable (Element) -> Void) {
        self.limit = limit
        self.prepare = prepare
    }

    /// Examines a URI on the calling thread (`gst_discoverer_discover_uri`).
    package func discover(_ uri: String) -> Discovery {
        guard let discoverer = idle.withLock({ $0.popLast() }) ?? Discoverer(within: limit, prepare) else {
            return Discovery()
        }
        let discovery = discoverer.discover(uri)
        if discovery.outcome == .found { idle.withLock { $0.append(discoverer) } }
        return discovery
    }
}
