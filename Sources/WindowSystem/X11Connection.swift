internal import CX11
internal import Synchronization

/// A connection to an X server whose end does not end the process.
@safe package final class X11Connection: @unchecked Sendable {
    // Xlib locks the connection itself (XInitThreads).
    let raw: UnsafeMutablePointer<playhead_x11>

    /// Connects to a server, without a name to the one in `DISPLAY`; nil if it refuses.
    package init?(_ name: String? = nil) {
        guard let raw = unsafe playhead_x11_open(name) else { return nil }
        unsafe self.raw = raw
        ProcessFailures.guardConnection(unsafe UInt(bitPattern: raw.pointee.display))
    }

    deinit {
        let display = unsafe UInt(bitPattern: raw.pointee.display)
        unsafe playhead_x11_disconnect(raw)
        ProcessFailures.leaveConnection(display)
        unsafe playhead_x11_release(raw)
    }

    /// Whether the server has ended the connection.
    package var isLost: Bool { unsafe playhead_x11_is_lost(raw) != 0 }

    /// Handles the failures of a connection that other code has opened, and closes before this object is released.
    package init(adopting display: UnsafeMutableRawPointer) {
        unsafe raw = playhead_x11_adopt(display.assumingMemoryBound(to: Display.self))
        ProcessFailures.guardConnection(UInt(bitPattern: display))
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

/// The handler of the process for servers that are gone (`XSetIOErrorHandler`). It returns for connections of this
/// library, and passes all others on to the handler that it has replaced.
private enum ProcessFailures {
    private typealias Handler = @convention(c) (UnsafeMutablePointer<Display>?) -> Int32

    @safe private struct State {
        /// The addresses of the connections.
        var displays: [UInt] = []
        var previous: Handler?
    }

    private static let state = Mutex(State())

    private static let handler: Handler = { display in
        let address = UInt(bitPattern: display)
        let (isOurs, previous) = unsafe state.withLock { state in
            unsafe (state.displays.contains(address), state.previous)
        }
        return unsafe isOurs ? 0 : previous?(display) ?? 0
    }

    static func guardConnection(_ display: UInt) {
        state.withLock { state in
            state.displays.append(display)
            let found = unsafe XSetIOErrorHandler(handler)
            if unsafe !isOurs(found) { unsafe state.previous = found }
        }
    }

    /// The last connection puts the replaced handler back, unless another one has taken the place of this.
    static func leaveConnection(_ display: UInt) {
        state.withLock { state in
            if let place = state.displays.firstIndex(of: display) { state.displays.remove(at: place) }
            guard state.displays.isEmpty else { return }
            let found = unsafe XSetIOErrorHandler(state.previous)
            if unsafe !isOurs(found) { unsafe _ = XSetIOErrorHandler(found) }
        }
    }

    private static func isOurs(_ found: Handler?) -> Bool {
        unsafe unsafeBitCast(found, to: UInt.self) == unsafeBitCast(handler, to: UInt.self)
    }
}

extension playhead_x11_event {
    /// Whether any of the window can be seen from now on; nil if the event does not tell.
    var visibility: Bool? {
        switch type {
        case MapNotify: true
        case UnmapNotify: false
        case VisibilityNotify: state != UInt32(VisibilityFullyObscured)
        default: nil
        }
    }
}
