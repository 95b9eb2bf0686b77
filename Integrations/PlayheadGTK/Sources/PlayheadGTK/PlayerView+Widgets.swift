internal import CGTK
internal import Playhead

extension PlayerView {
    /// Shows frames in an area of OpenGL.
    func showArea() {
        guard let child = unsafe gtk_gl_area_new() else { return }
        unsafe area = UnsafeMutableRawPointer(child).assumingMemoryBound(to: GtkGLArea.self)
        let view = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe playhead_connect(
            child, "realize", handler({ _, view in MainActor.assumeIsolated { unsafe at(view).realize() } }),
            view)
        unsafe playhead_connect(
            child, "unrealize",
            handler({ _, view in MainActor.assumeIsolated { unsafe at(view).unrealize() } }), view)
        let render: @convention(c) (UnsafeMutablePointer<GtkWidget>, gpointer, gpointer) -> gboolean = {
            area, _, view in
            MainActor.assumeIsolated {
                let scale = unsafe Int(gtk_widget_get_scale_factor(area))
                unsafe at(view).render(
                    width: Int(gtk_widget_get_width(area)) * scale,
                    height: Int(gtk_widget_get_height(area)) * scale)
            }
            return 1
        }
        unsafe playhead_connect(child, "render", unsafeBitCast(render, to: GCallback.self), view)
        unsafe gtk_overlay_set_child(overlay, child)
    }

    /// Removes the area, which calls the view no more.
    func disconnect() {
        guard let area = unsafe area else { return }
        let view = unsafe Unmanaged.passUnretained(self).toOpaque()
        // Its textures end with its context.
        unsafe g_signal_handlers_disconnect_matched(area, G_SIGNAL_MATCH_DATA, 0, 0, nil, nil, view)
        unsafe gtk_overlay_set_child(overlay, nil)
        unsafe self.area = nil
    }

    /// A picture in the place of the area.
    func makePicture() -> OpaquePointer {
        guard let child = unsafe gtk_picture_new() else { preconditionFailure("gtk_init was not called") }
        unsafe gtk_widget_add_css_class(child, "playhead-video")
        unsafe gtk_picture_set_can_shrink(OpaquePointer(child), 1)
        unsafe gtk_overlay_set_child(overlay, child)
        return OpaquePointer(child)
    }

    static func makeLabel() -> OpaquePointer {
        unsafe playhead_add_style(gdk_display_get_default(), style)
        guard let label = unsafe gtk_label_new(nil) else { preconditionFailure("gtk_init was not called") }
        unsafe gtk_widget_add_css_class(label, "playhead-subtitles")
        unsafe gtk_widget_set_halign(label, GTK_ALIGN_CENTER)
        unsafe gtk_widget_set_valign(label, GTK_ALIGN_END)
        unsafe gtk_widget_set_can_target(label, 0)
        unsafe gtk_widget_set_visible(label, 0)
        unsafe gtk_label_set_justify(OpaquePointer(label), GTK_JUSTIFY_CENTER)
        unsafe gtk_label_set_wrap(OpaquePointer(label), 1)
        return OpaquePointer(label)
    }

    /// A program can override it: its styles have a higher priority.
    private static let style = """
        .playhead-video { background: black; }
        .playhead-subtitles {
            background: alpha(black, 0.6); color: white; font-size: 130%;
            margin: 24px; padding: 4px 10px; border-radius: 6px;
        }
        """

}

/// The view in the data of a signal. Signals come on the main thread, and none after `disconnect()`.
@MainActor @unsafe private func at(_ data: gpointer) -> PlayerView {
    unsafe Unmanaged<PlayerView>.fromOpaque(data).takeUnretainedValue()
}

@unsafe private func handler(_ handler: @convention(c) (gpointer, gpointer) -> Void) -> GCallback {
    unsafe unsafeBitCast(handler, to: GCallback.self)
}

extension AspectMode {
    var contentFit: GtkContentFit {
        switch self {
        case .fit: GTK_CONTENT_FIT_CONTAIN
        case .fill: GTK_CONTENT_FIT_COVER
        case .stretch: GTK_CONTENT_FIT_FILL
        }
    }
}
