internal import CGStreamer

extension Element {
    private typealias Handler = @Sendable (Rendering) -> Void
    private typealias Handoff =
        @convention(c) (
            UnsafeMutablePointer<GstElement>?, UnsafeMutablePointer<GstBuffer>?,
            UnsafeMutablePointer<GstPad>?,
            gpointer?
        ) -> Void

    /// Calls a handler for all buffers that this `fakesink` presents (`handoff`), and for the buffer that it
    /// holds in `PAUSED` (`preroll-handoff`). It runs on the streaming thread.
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
        let rendering = unsafe Rendering(buffer, at: pad, of: element, isHeld: isHeld)
        defer { rendering.end() }
        unsafe Box<Handler>.value(of: data)(rendering)
    }
}
