internal import CX11

/// A connection to an X server whose end does not end the process.
@safe package final class X11Connection: @unchecked Sendable {
    // Xlib locks the connection itself (XInitThreads).
    let raw: UnsafeMutablePointer<playhead_x11>

    /// Connects to a server, without a name to the one in `DISPLAY`; nil if it refuses.
    package init?(_ name: String? = nil) {
        guard let raw = unsafe playhead_x11_open(name) else { return nil }
        unsafe self.raw = raw
    }

    deinit { unsafe playhead_x11_close(raw) }

    /// Whether the server has ended the connection.
    package var isLost: Bool { unsafe playhead_x11_is_lost(raw) != 0 }

    /// Handles the failures of a connection that other code has opened, and closes before this object is released.
    package init(adopting display: UnsafeMutableRawPointer) {
        unsafe self.raw = unsafe playhead_x11_adopt(display.assumingMemoryBound(to: Display.self))
    }
}

extension X11Connection {
    /// The screens of the server, in its order.
    package var screens: [Screen] {
        var found = [playhead_x11_monitor](repeating: playhead_x11_monitor(), count: 16)
        let count = Int(unsafe playhead_x11_monitors(raw, &found, Int32(found.count)))
        return found.prefix(count).map { monitor in
            let name = unsafe withUnsafeBytes(of: monitor.name) { unsafe KeyName.text($0) }
            return Screen(
                name: name, x: Int(monitor.x), y: Int(monitor.y), width: Int(monitor.width),
                height: Int(monitor.height), isPrimary: monitor.is_primary != 0)
        }
    }

    private static let probe = DisplayProbe("DISPLAY") { X11Connection() != nil }

    /// Whether the server in `DISPLAY` accepts this process. A positive result is cached for each value.
    package static var isPossible: Bool { probe.isPossible }
}
