import CX11
import Playhead
import Testing

@testable import TestBasics
@testable import TestSupport
@testable import WindowSystem

/// An X server whose screen is a file, and a program with windows on it.
@safe final class Desktop: @unchecked Sendable {
    // Xlib locks the connection itself.
    private let server: XServer
    private let connection: X11Connection
    private var display: UnsafeMutablePointer<Display> { unsafe connection.raw.pointee.display }
    var name: String { server.display }

    init(options: [String] = []) async throws {
        server = try await XServer(screen: "640x400", options: options)
        connection = try #require(X11Connection(server.display))
    }

    /// Puts a black window on the screen, or into another window.
    func window(x: Int32 = 0, y: Int32 = 0, width: UInt32 = 160, height: UInt32 = 90, in parent: UInt? = nil)
        -> UInt
    {
        let made = unsafe XCreateSimpleWindow(
            display, parent ?? XDefaultRootWindow(display), x, y, width, height, 0, 0, 0)
        show(made)
        return made
    }

    func show(_ window: UInt) {
        unsafe _ = XMapWindow(display, window)
        unsafe _ = XSync(display, 0)
    }

    func hide(_ window: UInt) {
        unsafe _ = XUnmapWindow(display, window)
        unsafe _ = XSync(display, 0)
    }

    func resize(_ window: UInt, width: UInt32, height: UInt32) {
        unsafe _ = XResizeWindow(display, window, width, height)
        unsafe _ = XSync(display, 0)
    }

    func destroy(_ window: UInt) {
        unsafe _ = XDestroyWindow(display, window)
        unsafe _ = XSync(display, 0)
    }

    var screen: ScreenPicture { get throws { try server.screen } }

    /// Whether a pixel of the screen is the blue of the sample.
    func isBlue(x: Int, y: Int) throws -> Bool { try screen.isBlue(x: x, y: y) }

    func end() async { await server.end() }

    func end(closing player: Player) async {
        await player.close()
        await end()
    }
}
