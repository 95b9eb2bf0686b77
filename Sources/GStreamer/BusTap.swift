internal import CGStreamer

extension Element {
    /// Keeps the errors of this element from the bin that it is in, and hears of them instead (`gst_element_set_bus`); every
    /// other message goes on to the bin.
    ///
    /// A bin that sees an error while it changes state never completes that change, though the streams are fine. To be called
    /// after the element was added.
    package func divertErrors(to handler: @escaping @Sendable (BusMessage) -> Void) {
        tap(GST_MESSAGE_ERROR, passingOn: false, handler)
    }

    /// Hears of the errors of this element beside the bin that it is in, which may keep them to itself.
    package func overhearErrors(_ handler: @escaping @Sendable (BusMessage) -> Void) {
        tap(GST_MESSAGE_ERROR, passingOn: true, handler)
    }

    /// Hears that this output has presented everything, after the bin that it is in has heard it.
    package func onEndPosted(_ handler: @escaping @Sendable () -> Void) {
        tap(GST_MESSAGE_EOS, passingOn: true) { _ in handler() }
    }

    private func tap(
        _ type: GstMessageType, passingOn: Bool, _ handler: @escaping @Sendable (BusMessage) -> Void
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
    private let handler: @Sendable (BusMessage) -> Void

    init(
        taking original: UnsafeMutablePointer<GstBus>, of type: GstMessageType, passesOn: Bool,
        handler: @escaping @Sendable (BusMessage) -> Void
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
        if isHeard, !passesOn {
            unsafe gst_message_unref(message)
        } else {
            _ = unsafe gst_bus_post(original, message)
        }
        if let heard { handler(heard) }
    }
}
