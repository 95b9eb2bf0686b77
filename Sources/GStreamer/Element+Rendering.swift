internal import CGStreamer
internal import Synchronization

extension Element {
    private typealias Handler = @Sendable (Rendering) -> Void
    private typealias Handoff =
        @convention(c) (
            UnsafeMutablePointer<GstElement>?, UnsafeMutablePointer<GstBuffer>?,
            UnsafeMutablePointer<GstPad>?,
            gpointer?
        ) -> Void

    /// Hears of everything that this `fakesink` presents, when it does (`handoff`), and of what it holds while nothing advances
    /// (`preroll-handoff`), on its streaming thread.
    package func onHandoff(_ handler: @escaping @Sendable (Rendering) -> Void) {
        let presented: Handoff = { element, buffer, pad, data in
            unsafe Element.tell(element, buffer, pad, data, isHeld: false)
        }
        let held: Handoff = { element, buffer, pad, data in
            unsafe Element.tell(element, buffer, pad, data, isHeld: true)
        }
        unsafe connect("handoff", unsafeBitCast(presented, to: GCallback.self), Box.data(handler))
        unsafe connect("preroll-handoff", unsafeBitCast(held, to: GCallback.self), Box.data(handler))
        set("signal-handoffs", true)
    }

    private static func tell(
        _ element: UnsafeMutablePointer<GstElement>?, _ buffer: UnsafeMutablePointer<GstBuffer>?,
        _ pad: UnsafeMutablePointer<GstPad>?, _ data: gpointer?, isHeld: Bool
    ) {
        guard let element = unsafe element, let buffer = unsafe buffer, let pad = unsafe pad,
            let data = unsafe data
        else { return }
        let rendering = unsafe Rendering(buffer, at: pad, of: element, isHeld: isHeld, isAhead: false)
        defer { rendering.end() }
        unsafe Box<Handler>.value(of: data)(rendering)
    }

    /// Hears of everything that reaches this output, which will present it when it is due; on its streaming thread
    /// (`gst_pad_add_probe`). What comes while the output does not play is held, and told once more when something follows.
    package func onArrival(_ handler: @escaping @Sendable (Rendering) -> Void) {
        guard let pad = pad("sink") else { return }
        let mask =
            GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
            | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue
        unsafe gst_pad_add_probe(
            pad.raw, GstPadProbeType(rawValue: mask),
            { pad, info, data in
                if let pad = unsafe pad, let info = unsafe info, let data = unsafe data {
                    unsafe Box<Arrivals>.value(of: data).take(info, at: pad)
                }
                return GST_PAD_PROBE_OK
            }, unsafe Box.data(Arrivals(handler)), { unsafe releaseBox($0) })
    }
}

/// What has come to an output that tells nothing itself.
private final class Arrivals: Sendable {
    private let handler: @Sendable (Rendering) -> Void
    private let held = Mutex<KeptBuffer?>(nil)

    init(_ handler: @escaping @Sendable (Rendering) -> Void) { self.handler = handler }

    func take(_ info: UnsafeMutablePointer<GstPadProbeInfo>, at pad: UnsafeMutablePointer<GstPad>) {
        guard unsafe playhead_probe_type(info).rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue == 0 else {
            if let buffer = unsafe playhead_probe_buffer(info) { unsafe take(buffer, at: pad) }
            return
        }
        guard let event = unsafe playhead_probe_event(info) else { return }
        switch unsafe playhead_event_type(event) {
        case GST_EVENT_FLUSH_STOP: held.withLock { $0 = nil }
        case GST_EVENT_EOS, GST_EVENT_SEGMENT: unsafe tellHeld(at: pad)
        default: break
        }
    }

    private func take(_ buffer: UnsafeMutablePointer<GstBuffer>, at pad: UnsafeMutablePointer<GstPad>) {
        unsafe tellHeld(at: pad)
        guard let element = unsafe gst_pad_get_parent_element(pad) else { return }
        defer { unsafe gst_object_unref(element) }
        let isHeld = unsafe !Element(retaining: element).isPlaying
        if isHeld { held.withLock { $0 = unsafe KeptBuffer(retaining: buffer) } }
        unsafe tell(buffer, at: pad, of: element, isHeld: isHeld)
    }

    private func tellHeld(at pad: UnsafeMutablePointer<GstPad>) {
        let kept = held.withLock { held in
            defer { held = nil }
            return held
        }
        guard let kept, let element = unsafe gst_pad_get_parent_element(pad) else { return }
        defer { unsafe gst_object_unref(element) }
        unsafe tell(kept.raw, at: pad, of: element, isHeld: false)
    }

    private func tell(
        _ buffer: UnsafeMutablePointer<GstBuffer>, at pad: UnsafeMutablePointer<GstPad>,
        of element: UnsafeMutablePointer<GstElement>, isHeld: Bool
    ) {
        let rendering = unsafe Rendering(buffer, at: pad, of: element, isHeld: isHeld, isAhead: true)
        defer { rendering.end() }
        handler(rendering)
    }
}

/// A buffer that is held by one reference.
@safe private final class KeptBuffer: @unchecked Sendable {
    // Read only; the count of references is GStreamer's own affair.
    let raw: UnsafeMutablePointer<GstBuffer>

    init(retaining raw: UnsafeMutablePointer<GstBuffer>) {
        unsafe self.raw = raw
        _ = unsafe gst_buffer_ref(raw)
    }

    deinit { unsafe gst_buffer_unref(raw) }
}
