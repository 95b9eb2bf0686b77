internal import CGStreamer

/// Marks in the data of a stream. When a mark leaves a queue, the downstream elements have received all
/// earlier data.
extension Pad {
    /// Sends a mark into this sink pad, after all earlier data (`gst_event_new_custom`, a serialized event).
    /// It must be called on the thread that feeds the pad, or while that thread waits elsewhere.
    package func sendMark(_ number: UInt32) {
        guard
            let event = unsafe gst_event_new_custom(
                GST_EVENT_CUSTOM_DOWNSTREAM, gst_structure_new_empty(markName))
        else { return }
        unsafe gst_event_set_seqnum(event, number)
        unsafe gst_pad_send_event(raw, event)
    }

    /// Calls a handler for the marks that reach this pad, on the streaming thread. The marks do not pass.
    package func takeMarks(_ handler: @escaping @Sendable (UInt32) -> Void) {
        unsafe passEvents { _, event in
            guard unsafe gst_event_has_name(event, markName) != 0 else { return true }
            handler(unsafe gst_event_get_seqnum(event))
            return false
        }
    }

    /// Whether a probe blocks the output of this source pad, here or after a chain of elements
    /// (`gst_pad_is_blocking`).
    package var isHeld: Bool {
        var pad = self
        while unsafe gst_pad_is_blocking(pad.raw) == 0 {
            guard let element = pad.peer?.parent, let next = element.pad("src") else { return false }
            pad = next
        }
        return true
    }

    /// The source pad of an upstream element with this factory name. The elements between have one sink pad
    /// each. It is nil if there is no such element.
    package func source(at factory: String) -> Pad? {
        var pad: Pad? = self
        while let inner = pad?.innermost, let element = inner.parent {
            if element.factoryName == factory { return inner }
            pad = element.pad("sink")?.peer
        }
        return nil
    }
}

private let markName = "playhead-mark"
