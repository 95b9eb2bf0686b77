internal import CGStreamer

extension Element {
    /// Draws into the window of another library from now on (`gst_video_overlay_set_window_handle`). Input
    /// events are left to it.
    package func draw(into window: UInt) {
        let overlay = unsafe OpaquePointer(raw)
        unsafe gst_video_overlay_set_window_handle(overlay, window)
        unsafe gst_video_overlay_handle_events(overlay, 0)
    }

    /// Makes the GL elements of this pipeline use a connection of their own to the X server. `adopt` gets its
    /// `Display`; what it returns is released when the connection is closed. False without a GL library or a
    /// server.
    package func useOwnX11(adopt: (UnsafeMutableRawPointer) -> any AnyObject & Sendable) -> Bool {
        var connection: UnsafeMutableRawPointer?
        guard let display = unsafe playhead_gl_x11_new(&connection), let connection = unsafe connection else {
            return false
        }
        let owner = unsafe Unmanaged<AnyObject>.passRetained(adopt(connection))
        unsafe playhead_use_gl(
            raw, display,
            { owner in if let owner = unsafe owner { unsafe Unmanaged<AnyObject>.fromOpaque(owner).release() }
            },
            owner.toOpaque())
        return true
    }
}
