internal import CGStreamer

extension Element {
    /// Calls a handler for each added pad (`pad-added`), on a streaming thread.
    package func onPadAdded(_ handler: @escaping @Sendable (Pad) -> Void) {
        let callback:
            @convention(c) (UnsafeMutablePointer<GstElement>?, UnsafeMutablePointer<GstPad>?, gpointer?) ->
                Void = {
                    _, pad, data in
                    guard let pad = unsafe pad, let data = unsafe data else { return }
                    unsafe Box<@Sendable (Pad) -> Void>.value(of: data)(Pad(retaining: pad))
                }
        unsafe connect("pad-added", unsafeBitCast(callback, to: GCallback.self), Box.data(handler))
    }

    /// Calls a handler after the last pad (`no-more-pads`), on a streaming thread.
    package func onNoMorePads(_ handler: @escaping @Sendable () -> Void) {
        let callback: @convention(c) (UnsafeMutablePointer<GstElement>?, gpointer?) -> Void = { _, data in
            guard let data = unsafe data else { return }
            unsafe Box<@Sendable () -> Void>.value(of: data)()
        }
        unsafe connect("no-more-pads", unsafeBitCast(callback, to: GCallback.self), Box.data(handler))
    }

    /// Makes `decodebin` try decoders whose template leaves their output open, although it exposes some streams
    /// only (`autoplug-continue`). It asks about templates as about real caps, which are never `ANY`.
    package func allowAnyDecoders() {
        let callback:
            @convention(c) (
                UnsafeMutablePointer<GstElement>?, UnsafeMutablePointer<GstPad>?,
                UnsafeMutablePointer<GstCaps>?, gpointer?
            ) -> gboolean = { _, _, caps, _ in
                guard let caps = unsafe caps else { return 1 }
                return unsafe gst_caps_is_any(caps) != 0 ? 0 : 1
            }
        unsafe g_signal_connect_data(
            raw, "autoplug-continue", unsafeBitCast(callback, to: GCallback.self), nil, nil,
            GConnectFlags(rawValue: 0))
    }

    /// Makes `uridecodebin` plug in the video decoders of a preference (`autoplug-sort`), hardware inside of a
    /// ``FallbackDecoder``.
    package func plugDecoders(by preference: DecoderPreference) {
        let callback:
            @convention(c) (
                UnsafeMutablePointer<GstElement>?, UnsafeMutablePointer<GstPad>?,
                UnsafeMutablePointer<GstCaps>?, UnsafeMutablePointer<GValueArray>?, gpointer?
            ) -> UnsafeMutablePointer<GValueArray>? = { _, _, caps, factories, data in
                guard let caps = unsafe caps, let factories = unsafe factories, let data = unsafe data else {
                    return nil
                }
                return unsafe Box<DecoderPreference>.value(of: data).sorted(factories, for: caps)
            }
        unsafe connect("autoplug-sort", unsafeBitCast(callback, to: GCallback.self), Box.data(preference))
    }

    /// Calls a handler for each element that is added at any depth (`deep-element-added`), on any thread.
    package func onDeepElementAdded(_ handler: @escaping @Sendable (Element) -> Void) {
        let callback:
            @convention(c) (
                UnsafeMutablePointer<GstBin>?, UnsafeMutablePointer<GstBin>?,
                UnsafeMutablePointer<GstElement>?, gpointer?
            ) -> Void = { _, _, element, data in
                guard let element = unsafe element, let data = unsafe data else { return }
                unsafe Box<@Sendable (Element) -> Void>.value(of: data)(Element(retaining: element))
            }
        unsafe connect("deep-element-added", unsafeBitCast(callback, to: GCallback.self), Box.data(handler))
    }

    func connect(_ signal: String, _ callback: GCallback?, _ data: UnsafeMutableRawPointer) {
        unsafe g_signal_connect_data(
            raw, signal, callback, data, { data, _ in unsafe releaseBox(data) }, GConnectFlags(rawValue: 0))
    }
}

extension DecoderPreference {
    /// The factories in another order; nil to keep it. The parsers stay in front.
    fileprivate func sorted(
        _ list: UnsafeMutablePointer<GValueArray>, for caps: UnsafeMutablePointer<GstCaps>
    ) -> UnsafeMutablePointer<GValueArray>? {
        let all = unsafe (0..<playhead_factories_count(list)).compactMap { index in
            unsafe playhead_factories_get(list, index).map {
                unsafe ElementFactory(retaining: UnsafeMutableRawPointer($0))
            }
        }
        let installed = all.filter(\.isPictureDecoder)
        // Only decoders of alpha decode a stream with alpha whole.
        guard !installed.contains(where: \.isOfAlpha), let loose = unsafe Self.withoutFraming(caps) else {
            return nil
        }
        defer { unsafe gst_caps_unref(loose) }
        let choice = unsafe choice(for: loose, among: installed)
        let replaceable = choice.hardware.isEmpty ? nil : ElementFactory(named: FallbackDecoder.factory)
        let decoders = [replaceable].compactMap(\.self) + choice.software
        guard decoders.map(\.name) != installed.map(\.name) else { return nil }
        let place = all.firstIndex(where: \.isPictureDecoder) ?? all.endIndex
        let others = all.enumerated().filter { !$0.element.isPictureDecoder }
        let order =
            others.filter { $0.offset < place }.map(\.element) + decoders
            + others.filter { $0.offset > place }.map(\.element)
        guard let result = unsafe playhead_factories_new() else { return nil }
        for factory in order { unsafe playhead_factories_append(result, factory.raw) }
        return unsafe result
    }
}
