internal import CGStreamer
internal import MediaFormats
internal import PlayheadSystem
internal import Synchronization

/// What `GstDiscoverer` finds missing for a URI.
package struct Discovery: Sendable, Equatable {
    /// Whether the discoverer may be used again: it has not failed and was not interrupted.
    fileprivate var isComplete = false
    /// Whether there is audio, video or an image.
    package var hasMedia = false
    /// The duration, which may be an estimate; nil if it is unknown.
    package var duration: Duration?
    /// The missing plug-ins as installer details, with fields separated by `|`.
    package var missing: [String] = []

    fileprivate init() {}

    fileprivate init(lending info: OpaquePointer) {
        isComplete = unsafe gst_discoverer_info_get_result(info) == GST_DISCOVERER_OK
        duration = unsafe GStreamer.duration(gst_discoverer_info_get_duration(info)).flatMap {
            $0 > .zero ? $0 : nil
        }
        let video = unsafe gst_discoverer_info_get_video_streams(info)
        let audio = unsafe gst_discoverer_info_get_audio_streams(info)
        hasMedia = unsafe video != nil || audio != nil
        unsafe gst_discoverer_stream_info_list_free(video)
        unsafe gst_discoverer_stream_info_list_free(audio)
        if var detail = unsafe gst_discoverer_info_get_missing_elements_installer_details(info) {
            while let text = unsafe string(detail.pointee) {
                missing.append(text)
                unsafe detail += 1
            }
        }
    }
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
        decoder.plugDecoders(by: DecoderPreference(.software))
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
        if discovery.isComplete { idle.withLock { $0.append(discoverer) } }
        return discovery
    }
}
