internal import CGStreamer

extension Element {
    /// Keeps the errors of this element from the bin that it is in, and hears of them instead (`gst_element_set_bus`); every
    /// other message goes on to the bin.
    ///
    /// A bin that sees an error while it changes state never completes that change, though the streams are fine. To be called
    /// after the element was added.
    package func divertErrors(to handler: @escaping @Sendable (BusMessage) -> Void) {
        hearErrors(passingOn: false, handler)
    }

    /// Hears of the errors of this element beside the bin that it is in, which may keep them to itself.
    package func overhearErrors(_ handler: @escaping @Sendable (BusMessage) -> Void) {
        hearErrors(passingOn: true, handler)
    }

    private func hearErrors(passingOn: Bool, _ handler: @escaping @Sendable (BusMessage) -> Void) {
        guard let original = unsafe gst_element_get_bus(raw), let own = unsafe playhead_child_bus_new() else {
            return
        }
        let diversion = unsafe ErrorDiversion(taking: original, passesOn: passingOn, handler: handler)
        unsafe gst_bus_set_sync_handler(
            own,
            { _, message, data in
                if let message = unsafe message, let data = unsafe data {
                    unsafe Box<ErrorDiversion>.value(of: data).pass(taking: message)
                }
                return GST_BUS_DROP
            }, unsafe Box.data(diversion), { unsafe releaseBox($0) })
        unsafe gst_element_set_bus(raw, own)
        unsafe gst_object_unref(own)
    }
}

/// The bus that an element had, and who hears of its errors.
@safe private final class ErrorDiversion: Sendable {
    // Guarded by the bus's own lock: the pointer itself never changes.
    private nonisolated(unsafe) let original: UnsafeMutablePointer<GstBus>
    private let passesOn: Bool
    private let handler: @Sendable (BusMessage) -> Void

    init(
        taking original: UnsafeMutablePointer<GstBus>, passesOn: Bool,
        handler: @escaping @Sendable (BusMessage) -> Void
    ) {
        unsafe self.original = original
        self.passesOn = passesOn
        self.handler = handler
    }

    deinit { unsafe gst_object_unref(original) }

    func pass(taking message: UnsafeMutablePointer<GstMessage>) {
        let isError = unsafe playhead_message_type(message) == GST_MESSAGE_ERROR
        let heard = isError ? unsafe BusMessage(lending: message) : nil
        if isError, !passesOn {
            unsafe gst_message_unref(message)
        } else {
            _ = unsafe gst_bus_post(original, message)
        }
        if let heard { handler(heard) }
    }
}
