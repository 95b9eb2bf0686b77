internal import CGStreamer
internal import Dispatch

extension Element {
    /// Keeps the errors of this element from the bin that it is in, and hears of them instead (`gst_element_set_bus`); every
    /// other message goes on to the bin.
    ///
    /// A bin that sees an error while it changes state never completes that change, though the streams are fine. To be called
    /// after the element was added.
    package func divertErrors(to handler: @escaping @Sendable (BusMessage) -> Void) {
        tap(GST_MESSAGE_ERROR, passingOn: false) { message, _ in handler(message) }
    }

    /// Hears of the errors of this element beside the bin that it is in, which may keep them to itself.
    package func overhearErrors(
        _ handler: @escaping @Sendable (BusMessage, _ source: Element?) -> Void
    ) {
        tap(GST_MESSAGE_ERROR, passingOn: true, handler)
    }

    /// Hears of the errors of this element when it stays where it is though it has posted them: decodebin keeps to itself what an element
    /// posts while it is being plugged in, and forgets that when the plugging succeeds (1.22.0). An error that was not lost is heard
    /// too, a moment after the bin, on a thread of its own.
    package func hearLostErrors(_ handler: @escaping @Sendable (BusMessage) -> Void) {
        overhearErrors { message, element in
            let queue = DispatchQueue(label: "playhead.plugging", qos: .userInitiated)
            element?.afterPlugging(on: queue) { handler(message) }
        }
    }

    /// Goes on when the element has been where it is for a moment, with no change of state under way; not at all when it was taken out.
    private func afterPlugging(
        on queue: DispatchQueue, attempts: Int = 100, wasSettled: Bool = false,
        _ work: @escaping @Sendable () -> Void
    ) {
        queue.asyncAfter(deadline: .now() + .milliseconds(10)) { [self] in
            guard parent != nil else { return }
            // It may have come to rest, and not have been let into the open yet.
            if wasSettled || attempts == 0 { return work() }
            afterPlugging(on: queue, attempts: attempts - 1, wasSettled: isSettled, work)
        }
    }

    /// Hears that this output has presented everything, after the bin that it is in has heard it.
    package func onEndPosted(_ handler: @escaping @Sendable () -> Void) {
        tap(GST_MESSAGE_EOS, passingOn: true) { _, _ in handler() }
    }

    private func tap(
        _ type: GstMessageType, passingOn: Bool,
        _ handler: @escaping @Sendable (BusMessage, _ source: Element?) -> Void
    ) {
        guard let original = unsafe gst_element_get_bus(raw), let own = unsafe playhead_child_bus_new() else {
            return
        }
        let tap = unsafe BusTap(taking: original, of: type, passesOn: passingOn, handler: handler)
        unsafe gst_bus_set_sync_handler(
            own,
            { _, message, data in
                if let message = unsafe message, let data = unsafe data {
                    unsafe Box<BusTap>.value(of: data).pass(taking: message)
                }
                return GST_BUS_DROP
            }, unsafe Box.data(tap), { unsafe releaseBox($0) })
        unsafe gst_element_set_bus(raw, own)
        unsafe gst_object_unref(own)
    }
}

/// The bus that an element had, and who hears of its messages of one type.
@safe private final class BusTap: Sendable {
    // Guarded by the bus's own lock: the pointer itself never changes.
    private nonisolated(unsafe) let original: UnsafeMutablePointer<GstBus>
    private let type: GstMessageType
    private let passesOn: Bool
    private let handler: @Sendable (BusMessage, Element?) -> Void

    init(
        taking original: UnsafeMutablePointer<GstBus>, of type: GstMessageType, passesOn: Bool,
        handler: @escaping @Sendable (BusMessage, Element?) -> Void
    ) {
        unsafe self.original = original
        self.type = type
        self.passesOn = passesOn
        self.handler = handler
    }

    deinit { unsafe gst_object_unref(original) }

    func pass(taking message: UnsafeMutablePointer<GstMessage>) {
        let isHeard = unsafe playhead_message_type(message) == type
        let heard = isHeard ? unsafe BusMessage(lending: message) : nil
        let source = isHeard ? unsafe Element(sourceOf: message) : nil
        if isHeard, !passesOn {
            unsafe gst_message_unref(message)
        } else {
            _ = unsafe gst_bus_post(original, message)
        }
        if let heard { handler(heard, source) }
    }
}

extension Element {
    /// What has posted a message (`GST_MESSAGE_SRC`); nil when that is no element.
    fileprivate convenience init?(sourceOf message: UnsafeMutablePointer<GstMessage>) {
        guard let source = unsafe playhead_message_source(message), unsafe playhead_is_element(source) != 0
        else { return nil }
        unsafe self.init(
            retaining: UnsafeMutableRawPointer(source).assumingMemoryBound(to: GstElement.self))
    }

    /// Posts an error as its own (`gst_element_message_full`).
    package func postError(_ text: String) {
        unsafe gst_element_message_full(
            raw, GST_MESSAGE_ERROR, gst_stream_error_quark(), gint(GST_STREAM_ERROR_FAILED.rawValue),
            g_strdup(text), nil, "", "", 0)
    }
}
