internal import CGStreamer
internal import Dispatch
internal import PlayheadSystem

extension Element {
    /// Hides the errors of this element from its bin, and passes them to a handler (`gst_element_set_bus`).
    /// All other messages reach the bin.
    ///
    /// A bin that receives an error during a state change never completes that change, even if the streams
    /// are correct. The element has to be in the bin already.
    package func divertErrors(to handler: @escaping @Sendable (BusMessage) -> Void) {
        tap(GST_MESSAGE_ERROR, passingOn: false) { message, _ in handler(message) }
    }

    /// Passes the errors of this element to a handler, in addition to its bin. The bin may suppress them.
    package func overhearErrors(
        _ handler: @escaping @Sendable (BusMessage, _ source: Element?) -> Void
    ) {
        tap(GST_MESSAGE_ERROR, passingOn: true, handler)
    }

    /// Passes errors of this element to a handler if the element stays in its bin. decodebin suppresses
    /// errors that an element posts while it is being plugged in. It discards them if the plugging succeeds
    /// (1.22.0). The handler also receives errors that are not lost, 10 ms or more after the bin, on a
    /// dispatch queue.
    package func hearLostErrors(_ handler: @escaping @Sendable (BusMessage) -> Void) {
        guard Workaround.lostDecodebinErrors.isNeeded else { return }
        overhearErrors { message, element in
            let queue = DispatchQueue(label: "playhead.plugging", qos: .userInitiated)
            element?.afterPlugging(on: queue) { handler(message) }
        }
    }

    /// Runs the work 10 ms after the element was seen settled in its bin, and after 1 s at the latest. It
    /// does not run if the element was removed.
    private func afterPlugging(
        on queue: DispatchQueue, attempts: Int = 100, wasSettled: Bool = false,
        _ work: @escaping @Sendable () -> Void
    ) {
        queue.asyncAfter(deadline: .now() + .milliseconds(10)) { [self] in
            guard parent != nil else { return }
            // The element may have settled before its bin exposes it.
            if wasSettled || attempts == 0 { return work() }
            afterPlugging(on: queue, attempts: attempts - 1, wasSettled: isSettled, work)
        }
    }

    /// Calls a handler after this sink has presented everything and its bin has received the message.
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

/// The original bus of an element, with a handler for messages of one type.
@safe private final class BusTap: Sendable {
    // Guarded by the lock of the bus; the pointer itself never changes.
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
    /// The source of a message (`GST_MESSAGE_SRC`); nil if it is no element.
    fileprivate convenience init?(sourceOf message: UnsafeMutablePointer<GstMessage>) {
        guard let source = unsafe playhead_message_source(message), unsafe playhead_is_element(source) != 0
        else { return nil }
        unsafe self.init(
            retaining: UnsafeMutableRawPointer(source).assumingMemoryBound(to: GstElement.self))
    }

    /// Posts an error in the name of this element (`gst_element_message_full`).
    package func postError(_ text: String) {
        unsafe gst_element_message_full(
            raw, GST_MESSAGE_ERROR, gst_stream_error_quark(), gint(GST_STREAM_ERROR_FAILED.rawValue),
            g_strdup(text), nil, "", "", 0)
    }
}
