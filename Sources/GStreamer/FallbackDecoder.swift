internal import CGStreamer
internal import PlayheadSystem
internal import Synchronization

/// The element `playheaddecoder`: a hardware decoder that software replaces when it fails.
///
/// The bin holds the decoder for the caps that arrive, behind a parser if it needs another framing. When a
/// hardware decoder fails, a software decoder takes its place within the same push: it gets what the other one
/// had not given out, from a keyframe on (``ReplayLog``), and frames that had come out are dropped. Nothing
/// outside notices, so positions, seeks under way and steps stay. Frames come out in system memory.
///
/// Data and serialized events arrive on the streaming thread, flushes on any thread.
@safe package final class FallbackDecoder: @unchecked Sendable {
    // What changes is behind `state`; the other constants are guarded by the locks of GStreamer.
    /// A decoder with its parser and the filter behind it.
    struct Chain: Sendable {
        var elements: [Element] = []
        var decoder = ""
        var isHardware = false
    }

    struct State: Sendable {
        var preference: DecoderPreference?
        var chain = Chain()
        /// The message of the hardware decoder that has failed.
        var fault: String?
        var log = ReplayLog<MiniObject>(limit: FallbackDecoder.mostHeldBytes)
        /// Whether frames that have come out before are dropped.
        var dropsRepeats = false
        var isReplaying = false
        var hasBegun = false
        /// The segment that came out last.
        var segment: Segment?
    }

    /// More than the keyframe distance of usual streams needs.
    static let mostHeldBytes = 64 << 20

    // The element, which owns this object; the pointer never changes.
    let raw: UnsafeMutablePointer<GstElement>
    let entry: Pad
    let exit: Pad
    /// Where the entry leads to.
    private let inner: Pad
    let state = Mutex(State())
    /// Held while the pads are given to another decoder, and while a flush begins: it must not get lost.
    private let switching = Mutex(())

    init?(_ raw: UnsafeMutablePointer<GstElement>, entry: Pad, exit: Pad) {
        guard let inner = unsafe playhead_ghost_inner(entry.raw) else { return nil }
        unsafe self.raw = raw
        (self.entry, self.exit) = (entry, exit)
        self.inner = unsafe Pad(taking: inner)
    }

    /// Sets which decoders are used, before the element starts.
    package func use(_ preference: DecoderPreference) { state.withLock { $0.preference = preference } }

    // MARK: Input

    /// Takes ownership of the buffer.
    func chain(_ buffer: UnsafeMutablePointer<GstBuffer>) -> GstFlowReturn {
        let item = unsafe MiniObject(retaining: buffer)
        let isDelta = unsafe playhead_buffer_is_delta(buffer) != 0
        let bytes = unsafe Int(gst_buffer_get_size(buffer))
        unsafe gst_buffer_unref(buffer)
        guard case .data(let time) = item.content else { return GST_FLOW_ERROR }
        return push(item, isDelta ? .frame : .keyframe(time), bytes: bytes)
    }

    /// Takes ownership of the event.
    func handle(_ event: UnsafeMutablePointer<GstEvent>) -> gboolean {
        defer { unsafe gst_event_unref(event) }
        let item = unsafe MiniObject(retaining: event)
        switch unsafe playhead_event_type(event) {
        case GST_EVENT_FLUSH_START: switching.withLock { _ in _ = item.push(on: inner) }
        case GST_EVENT_FLUSH_STOP:
            state.withLock { state in
                state.log.flush()
                (state.dropsRepeats, state.segment) = (false, nil)
            }
            _ = item.push(on: inner)
        case GST_EVENT_CAPS:
            var caps: UnsafeMutablePointer<GstCaps>?
            unsafe gst_event_parse_caps(event, &caps)
            guard let caps = unsafe caps, unsafe prepare(for: caps) else { return 0 }
            return push(item, .format) == GST_FLOW_OK ? 1 : 0
        case GST_EVENT_SEGMENT: _ = push(item, .segment)
        default:
            guard unsafe playhead_event_is_serialized(event) != 0 else {
                _ = item.push(on: inner)
                return 1
            }
            _ = push(item, .other)
        }
        return 1
    }

    private func push(_ item: MiniObject, _ kind: ReplayLog<MiniObject>.Kind, bytes: Int = 0) -> GstFlowReturn
    {
        let hasFailed = state.withLock { state in
            if state.chain.isHardware { state.log.append(item, kind, bytes: bytes) }
            return state.fault != nil
        }
        return hasFailed ? recover() : settle(item.pushLeavingOpen(on: inner))
    }

    /// Replaces the hardware decoder by software if the decoder, and no element behind it, has failed.
    private func settle(_ flow: GstFlowReturn) -> GstFlowReturn {
        let isLost = state.withLock { state in
            guard state.chain.isHardware, state.fault == nil else { return state.fault != nil }
            let isRefusal = [GST_FLOW_ERROR, GST_FLOW_NOT_NEGOTIATED, GST_FLOW_NOT_SUPPORTED].contains(flow)
            guard isRefusal, let last = state.chain.elements.last?.pad("src"),
                unsafe gst_pad_get_last_flow_return(last.raw) != flow
            else { return false }
            state.fault = flow == GST_FLOW_ERROR ? "it gives no reason" : "it does not take this stream"
            return true
        }
        return isLost ? recover() : flow
    }

    // MARK: Decoders

    /// Has a decoder for the caps; false if none starts.
    private func prepare(for caps: UnsafeMutablePointer<GstCaps>) -> Bool {
        if let first = state.withLock({ $0.chain.elements.first })?.pad("sink"),
            unsafe gst_pad_query_accept_caps(first.raw, caps) != 0
        {
            return true
        }
        drain()
        if state.withLock({ $0.fault != nil }) {
            // What the decoder had not given out, in the format before this one.
            _ = recover()
            drain()
        }
        state.withLock { $0.log.drained() }
        guard let preference = state.withLock(\.preference) else { return false }
        let choice = unsafe choice(for: caps, preference)
        var failure: (decoder: String, message: String)?
        for factory in choice.hardware {
            if unsafe plug(factory, isHardware: true, caps) { return true }
            failure = failure ?? (factory.name, takeFault())
            preference.fail(factory.name)
        }
        for factory in choice.software where unsafe plug(factory, isHardware: false, caps) {
            if let failure {
                preference.tellFailure(of: failure.decoder, failure.message, software: factory.name)
            }
            return true
        }
        post(failure?.message ?? "no decoder takes the stream")
        return false
    }

    /// Replaces a hardware decoder that has failed, and has another one do its work.
    private func recover() -> GstFlowReturn {
        let message = takeFault()
        let (old, preference) = state.withLock { ($0.chain, $0.preference) }
        guard let preference, let caps = unsafe gst_pad_get_current_caps(inner.raw) else {
            return GST_FLOW_ERROR
        }
        defer { unsafe gst_caps_unref(caps) }
        preference.fail(old.decoder)
        let choice = unsafe choice(for: caps, preference)
        guard let next = choice.software.first(where: { unsafe plug($0, isHardware: false, caps) }) else {
            post(message)
            return GST_FLOW_ERROR
        }
        let items = state.withLock { state in
            defer { state.log.forgetItems() }
            (state.dropsRepeats, state.isReplaying) = (true, true)
            return state.log.items
        }
        defer { state.withLock { $0.isReplaying = false } }
        preference.tellFailure(of: old.decoder, message, software: next.name)
        for item in items {
            let flow = item.pushLeavingOpen(on: inner)
            if flow != GST_FLOW_OK { return flow }
        }
        return GST_FLOW_OK
    }

    private func choice(
        for caps: UnsafeMutablePointer<GstCaps>, _ preference: DecoderPreference
    ) -> DecoderPreference.Choice {
        guard let loose = unsafe DecoderPreference.withoutFraming(caps) else { return .init() }
        defer { unsafe gst_caps_unref(loose) }
        let installed = unsafe ElementFactory.all(playhead_decoders(), taking: loose)
        let usable = Workaround.alphaDecoderRank.isNeeded ? installed.filter { !$0.isOfAlpha } : installed
        return unsafe preference.choice(for: loose, among: usable)
    }

    /// Starts a decoder and gives it the pads. The one before it is removed.
    private func plug(
        _ factory: ElementFactory, isHardware: Bool, _ caps: UnsafeMutablePointer<GstCaps>
    ) -> Bool {
        guard let decoder = factory.make(), let filter = Element.make("capsfilter") else { return false }
        filter.set("caps", text: "video/x-raw")
        // Otherwise GstVideoDecoder leaves out what a device cannot decode, without an error.
        if isHardware, decoder.has("max-errors") { decoder.set("max-errors", int: 0) }
        let parser =
            unsafe factory.accepts(caps)
            ? nil : ElementFactory.all(playhead_parsers(), taking: caps).first?.make()
        let bin = unsafe Element(retaining: raw)
        let elements = [parser, decoder, filter].compactMap(\.self)
        let old = state.withLock { state in
            defer {
                state.chain = Chain(elements: elements, decoder: factory.name, isHardware: isHardware)
                state.fault = nil
            }
            return state.chain
        }
        for element in elements { bin.add(element) }
        var isRight = zip(elements, elements.dropFirst()).allSatisfy { $0.link(to: $1) }
        for element in elements.reversed() where isRight { isRight = element.setState(.ready) != .failed }
        for element in elements.reversed() where isRight { isRight = element.syncStateWithParent() }
        guard isRight, state.withLock({ $0.fault == nil }), let first = elements[0].pad("sink"),
            let last = filter.pad("src")
        else {
            state.withLock { $0.chain = old }
            for element in elements { bin.remove(element) }
            return false
        }
        watch(last, of: decoder)
        switching.withLock { _ in
            unsafe gst_ghost_pad_set_target(playhead_ghost_pad(exit.raw), last.raw)
            unsafe gst_ghost_pad_set_target(playhead_ghost_pad(entry.raw), first.raw)
        }
        for element in old.elements { bin.remove(element) }
        return true
    }

    /// Drains the decoder. The resulting EOS event does not leave the bin.
    private func drain() {
        let elements = state.withLock(\.chain.elements)
        guard let first = elements.first?.pad("sink"), let last = elements.last?.pad("src") else { return }
        unsafe last.passEvents { _, event in unsafe playhead_event_type(event) != GST_EVENT_EOS }
        unsafe gst_pad_send_event(first.raw, gst_event_new_eos())
    }

    private func takeFault() -> String {
        state.withLock { state in
            defer { state.fault = nil }
            return state.fault ?? "it does not start"
        }
    }
}
