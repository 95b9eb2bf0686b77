internal import CGStreamer

/// Marks that follow the data of a stream. Where one comes out of a queue, what is behind the queue has taken everything before it.
extension Pad {
    /// Sends a mark into this sink pad, behind what went in before (`gst_event_new_custom`, a serialized event). On the thread that feeds the
    /// pad, or while that thread waits elsewhere.
    package func sendMark(_ number: UInt32) {
        guard
            let event = unsafe gst_event_new_custom(
                GST_EVENT_CUSTOM_DOWNSTREAM, gst_structure_new_empty(markName))
        else { return }
        unsafe gst_event_set_seqnum(event, number)
        unsafe gst_pad_send_event(raw, event)
    }

    /// Takes the marks that come to this pad, on the streaming thread; they go no further.
    package func takeMarks(_ handler: @escaping @Sendable (UInt32) -> Void) {
        unsafe passEvents { _, event in
            guard unsafe gst_event_has_name(event, markName) != 0 else { return true }
            handler(unsafe gst_event_get_seqnum(event))
            return false
        }
    }

    /// Whether what this source pad pushes is held by a probe, here or behind elements that follow one another (`gst_pad_is_blocking`).
    package var isHeld: Bool {
        var pad = self
        while unsafe gst_pad_is_blocking(pad.raw) == 0 {
            guard let element = pad.peer?.parent, let next = element.pad("src") else { return false }
            pad = next
        }
        return true
    }

    /// The source pad of an element of this kind from which this pad is fed, through elements that have one sink pad each; nil where it is
    /// not.
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
