public import CGTK
public import Playhead

/// A GTK 4 widget that shows the video and the subtitles of a player.
///
///     var configuration = PlayerConfiguration()
///     configuration.video = .none  // no window of the player's own
///     let view = PlayerView(Player(configuration: configuration))
///     gtk_window_set_child(window, view.widget)
///
/// Keep the view as long as its widget is shown: releasing it ends the frames, and does not change the player.
/// The frames follow ``Player/aspectMode``, and their rotation and the shape of their pixels are applied.
///
/// A view, like all of GTK, belongs to the main thread. It needs a main loop of GLib there, and no more: frames
/// come through it (``MainThread/run(_:)``).
@MainActor @safe public final class PlayerView {
    /// What makes pixels visible.
    public enum Renderer: String, Sendable, CaseIterable {
        /// ``gl``, or ``memory`` where there is no OpenGL.
        case automatic
        /// A `GtkGLArea`: the decoder's planes are textures, and a shader converts them.
        case gl
        /// A `GtkPicture` with a `GdkMemoryTexture`: the processor converts them.
        case memory
    }

    /// The player whose video is shown.
    public let player: Player
    /// The widget. It expands in both directions, and has no size of its own.
    public let widget: UnsafeMutablePointer<GtkWidget>

    /// The number of frames handed to GTK, which draws only the newest of them.
    package private(set) var shownFrames = 0
    let overlay: OpaquePointer
    let label: OpaquePointer
    var picture: OpaquePointer?
    var area: UnsafeMutablePointer<GtkGLArea>?
    let isGLRequired: Bool
    private var renderer: FrameRenderer?
    private var frame: VideoFrame?
    private var isNew = false
    private var reception: Task<Void, Never>?
    private var observation: PlayerObservation?

    /// Makes a view. Must be called after `gtk_init`, for example in the signal `activate` of an application.
    ///
    /// - Parameters:
    ///   - player: the player to show. Its ``PlayerConfiguration/video`` should be `.none`.
    ///   - renderer: what makes pixels visible. With ``Renderer/gl``, a view without OpenGL stays empty.
    public init(_ player: Player, renderer: Renderer = .automatic) {
        self.player = player
        isGLRequired = renderer == .gl
        unsafe widget = gtk_overlay_new()
        unsafe overlay = OpaquePointer(widget)
        unsafe label = Self.makeLabel()
        unsafe g_object_ref_sink(widget)
        unsafe gtk_widget_set_hexpand(widget, 1)
        unsafe gtk_widget_set_vexpand(widget, 1)
        unsafe gtk_overlay_add_overlay(overlay, UnsafeMutablePointer(label))
        if renderer == .memory { showPicture() } else { showArea() }
        receive()
    }

    isolated deinit {
        reception?.cancel()
        observation?.cancel()
        disconnect()
        unsafe g_object_unref(widget)
    }

    private func receive() {
        let inbox = FrameInbox { [weak self] frame in self?.show(frame) }
        let frames = player.videoFrames(buffering: 1)
        if let frame = player.currentFrame() { inbox.put(frame) }
        reception = Task.detached { for await picture in frames { inbox.put(picture.frame) } }
        observation = player.observe { [weak self] event in
            switch event {
            case .ready, .itemChanged, .subtitleChanged, .aspectModeChanged:
                MainThread.run { self?.refresh() }
            default: break
            }
        }
        refresh()
    }

    /// Takes over what the player has besides frames.
    private func refresh() {
        let snapshot = player.snapshot
        // While the next item opens, the last frame stays.
        if snapshot.item == nil || snapshot.status == .ready && !snapshot.hasVideo { show(nil) }
        unsafe gtk_label_set_text(label, snapshot.subtitle ?? "")
        unsafe gtk_widget_set_visible(UnsafeMutablePointer(label), snapshot.subtitle == nil ? 0 : 1)
        if let picture = unsafe picture {
            unsafe gtk_picture_set_content_fit(picture, snapshot.aspectMode.contentFit)
        }
        redraw()
    }

    /// Shows a frame until the next one; nil shows nothing.
    package func show(_ frame: VideoFrame?) {
        self.frame = frame
        isNew = true
        if frame != nil { shownFrames += 1 }
        if let picture = unsafe picture {
            let paintable = unsafe frame.flatMap { unsafe FramePicture.paintable($0) }
            unsafe gtk_picture_set_paintable(picture, paintable)
            if let paintable = unsafe paintable { unsafe g_object_unref(UnsafeMutableRawPointer(paintable)) }
        }
        redraw()
    }

    private func redraw() { if let area = unsafe area { unsafe gtk_gl_area_queue_render(area) } }

    /// Prepares the context of the area; where that is impossible, takes a picture in its place.
    func realize() {
        guard let area = unsafe area else { return }
        unsafe gtk_gl_area_make_current(area)
        if unsafe gtk_gl_area_get_error(area) == nil {
            renderer = unsafe FrameRenderer(
                isES: gdk_gl_context_get_use_es(gtk_gl_area_get_context(area)) != 0)
        }
        isNew = true
        guard renderer == nil, !isGLRequired else { return }
        // A child cannot be exchanged while it is realized.
        MainThread.run { [weak self] in self?.showPicture() }
    }

    func unrealize() {
        guard let area = unsafe area else { return }
        unsafe gtk_gl_area_make_current(area)
        renderer?.delete()
        renderer = nil
    }

    /// Draws the frame into the area. Pixels are copied to textures once for each frame.
    func render(width: Int, height: Int) {
        if isNew {
            isNew = false
            renderer?.clear()
            if let frame {
                if renderer?.upload(frame) == false, !isGLRequired {
                    MainThread.run { [weak self] in self?.showPicture() }
                }
            }
        }
        renderer?.draw(width: width, height: height, mode: player.aspectMode)
    }

    /// Shows frames in a picture from now on.
    private func showPicture() {
        let shown = frame
        disconnect()
        unsafe picture = makePicture()
        refresh()
        show(shown)
    }
}
