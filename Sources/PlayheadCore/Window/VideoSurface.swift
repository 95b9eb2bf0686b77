/// Where a player draws its video: in a window of its own, in a window of the program, or nowhere.
///
/// The player draws and scales; input, size and position remain with the owner of the window. The aspect mode and
/// messages of ``PlayerWindow`` hold on every surface, other ``WindowOptions`` only in a window of its own.
public struct VideoSurface: Sendable, Hashable {
    package enum Target: Sendable, Hashable {
        case window, nothing
        case x11(window: UInt, display: String?)
        case wayland(display: UInt, surface: UInt, area: Area)
    }

    package struct Area: Sendable, Hashable {
        package var x, y, width, height: Int
    }

    package let target: Target

    /// A window that the player opens.
    public static let window = VideoSurface(target: .window)
    /// No surface. Frames are decoded and presented to observers, and not drawn.
    public static let none = VideoSurface(target: .nothing)

    /// A window on an X server, by its identifier (XID). The video fills it, also after it changes its size.
    ///
    /// The player uses connections of its own, so any thread and any toolkit may own the window. If the window is
    /// destroyed while it is attached, ``WindowOptions/lossPolicy`` decides.
    /// - Parameters:
    ///   - window: The XID. For a part of a window, create a child window.
    ///   - display: The name of the server. Nil: the one in `DISPLAY`.
    public static func x11(window: UInt, display: String? = nil) -> VideoSurface {
        VideoSurface(target: .x11(window: window, display: display))
    }

    /// A part of a `wl_surface`.
    ///
    /// The video is a subsurface **below** the surface, which must be on the screen and transparent there. Both
    /// must outlive the attachment: destroy them after ``Player/detach()`` has returned. The part is applied, and a
    /// detached video disappears, with the next `wl_surface_commit` of the program; attach again with another part after the window changes its
    /// size, which does not interrupt the video. The player reads from the connection on a thread of its own, as
    /// libwayland permits: the program must read with `wl_display_prepare_read`.
    /// - Parameters:
    ///   - display: The `wl_display` of the program.
    ///   - surface: The `wl_surface`, of this connection.
    ///   - x: The left edge, in logical pixels of the surface.
    ///   - y: The upper edge.
    ///   - width: The width, 1 or more.
    ///   - height: The height, 1 or more.
    public static func wayland(
        display: OpaquePointer, surface: OpaquePointer, x: Int = 0, y: Int = 0, width: Int, height: Int
    ) -> VideoSurface {
        VideoSurface(
            target: .wayland(
                display: UInt(bitPattern: display), surface: UInt(bitPattern: surface),
                area: Area(x: x, y: y, width: max(1, width), height: max(1, height))))
    }
}
