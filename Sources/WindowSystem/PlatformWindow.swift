package import PlayheadCore

/// A window of the desktop. It holds no picture: a video sink draws into it.
package protocol PlatformWindow: AnyObject, Sendable {
    /// What the video sink draws into: the identifier of the window, or the address of its `wl_surface`.
    var handle: UInt { get }
    /// The size in pixels, if it is known before it is reported.
    var size: VideoSize? { get }
    /// Called with each frame, on any thread. The first one shows the window. A video of another size changes
    /// the size of the window, unless the user has changed it. Frames keep the screen from going blank.
    func present(_ video: VideoSize)
    /// Applies options to the window.
    func apply(_ options: WindowOptions)
    /// Sets the title that holds unless the options have one.
    func setTitle(_ title: String)
    /// What the processor draws on; nil where an element of GStreamer draws better.
    func canvas(_ renderer: WindowOptions.Renderer) -> X11Canvas?
    /// Removes the window from the screen. Called on the queue of the window, after the sink has ended.
    func close()
}

extension PlatformWindow {
    package var size: VideoSize? { nil }
    package func canvas(_ renderer: WindowOptions.Renderer) -> X11Canvas? { nil }
}

/// What the owner of a window hears, on the queue of the window.
package enum WindowReport: Sendable {
    case event(WindowEvent)
    /// The window needs to be drawn again.
    case exposed
    /// Whether any of the window can be seen.
    case visible(Bool)
    /// The window is gone: by another program, or with its display.
    case lost(String)
}
