internal import CGStreamer

extension Element {
    /// Draws into the window of another library from now on (`gst_video_overlay_set_window_handle`). Input
    /// events are left to it.
    package func draw(into window: UInt) {
        let overlay = unsafe OpaquePointer(raw)
        unsafe gst_video_overlay_set_window_handle(overlay, window)
        unsafe gst_video_overlay_handle_events(overlay, 0)
    }

    /// Makes the GL elements of this pipeline use a connection of their own to an X server, without a name to
    /// that in `DISPLAY`. `adopt` gets its `Display`; what it returns is released when the connection is closed. False without a GL library or a
    /// server.
    package func useOwnX11(
        _ name: String? = nil, adopt: (UnsafeMutableRawPointer) -> any AnyObject & Sendable
    ) -> Bool {
        var connection: UnsafeMutableRawPointer?
        guard let display = unsafe playhead_gl_x11_new(name, &connection), let connection = unsafe connection
        else {
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

    /// Makes the Wayland sink of this pipeline use a `wl_display`, which must outlive it. False without the library.
    package func useWayland(_ display: UnsafeMutableRawPointer?) -> Bool {
        unsafe playhead_use_wayland(raw, display) != 0
    }

    /// Keeps an object until this element has been finalized (`g_object_set_data_full`).
    package func keep(_ object: any AnyObject & Sendable, as name: String = "playhead-kept") {
        let kept = unsafe Unmanaged<AnyObject>.passRetained(object)
        unsafe g_object_set_data_full(
            UnsafeMutableRawPointer(raw).assumingMemoryBound(to: GObject.self), name,
            kept.toOpaque()
        ) { kept in
            if let kept = unsafe kept { unsafe Unmanaged<AnyObject>.fromOpaque(kept).release() }
        }
    }

    /// The part of the window that is drawn into (`gst_video_overlay_set_render_rectangle`).
    package func draw(x: Int, y: Int, width: Int, height: Int) {
        unsafe _ = gst_video_overlay_set_render_rectangle(
            OpaquePointer(raw), gint(clamping: x), gint(clamping: y), gint(clamping: width),
            gint(clamping: height))
    }

}
