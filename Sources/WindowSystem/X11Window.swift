internal import CX11
package import Dispatch
package import PlayheadCore
internal import PlayheadSystem
internal import Synchronization

/// A window on an X server. It makes no picture: the video sink draws into it, or into a child of it.
///
/// All requests run on its queue, on a connection of its own.
@safe package final class X11Window: PlatformWindow, @unchecked Sendable {
    // What changes is behind the lock; a dispatch source is thread-safe.
    private struct State {
        var window: WindowState
        /// The last time at which the screen was kept from going blank.
        var lastReset: DispatchTime?
    }

    private let connection: X11Connection
    private let window: UInt
    private let queue: DispatchQueue
    private let source: any DispatchSourceRead
    private let report: @Sendable (WindowReport) -> Void
    private let pointer: PointerRest
    private let state: Mutex<State>

    package var handle: UInt { window }
    package var size: VideoSize? { state.withLock(\.window.size) }

    /// Creates a window that is not yet on the screen. Nil if there is no server.
    package init?(
        _ options: WindowOptions, queue: DispatchQueue, report: @escaping @Sendable (WindowReport) -> Void
    ) {
        guard let connection = X11Connection() else { return nil }
        self.connection = connection
        self.queue = queue
        self.report = report
        window = unsafe playhead_x11_create(connection.raw)
        state = Mutex(State(window: WindowState(options, size: VideoSize(width: 320, height: 180))))
        pointer = PointerRest(queue, after: options.cursorHideDelay) { [connection, window] isHidden in
            guard !connection.isLost else { return }
            unsafe playhead_x11_hide_cursor(connection.raw, window, isHidden ? 1 : 0)
            unsafe _ = XFlush(connection.raw.pointee.display)
        }
        unsafe playhead_x11_name(connection.raw, window, options.applicationID)
        let descriptor = unsafe XConnectionNumber(connection.raw.pointee.display)
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        applyHints(options)
        unsafe _ = XSync(connection.raw.pointee.display, 0)
        source.setEventHandler { [weak self] in self?.read() }
        source.setCancelHandler { [connection] in withExtendedLifetime(connection) {} }
        source.resume()
        // Events that XSync has read are in the queue of Xlib already, where the source does not see them.
        queue.async { [weak self] in self?.read() }
    }

    deinit { source.cancel() }

    package func present(_ video: VideoSize) {
        let (needsPlace, needsReset) = state.withLock { state in
            let now = DispatchTime.now()
            let isDue =
                state.window.options.inhibitsScreensaver
                && state.lastReset.map { now >= $0 + .seconds(30) } ?? true
            if isDue { state.lastReset = now }
            return (state.window.show(video), isDue)
        }
        guard needsPlace || needsReset else { return }
        queue.async { [self] in
            guard !connection.isLost, !state.withLock(\.window.isLost) else { return }
            if needsReset { unsafe _ = XResetScreenSaver(display) }
            if needsPlace { place(video) }
            flush()
        }
    }

    package func apply(_ options: WindowOptions) {
        queue.async { [self] in
            let (old, isMapped) = state.withLock { state in
                defer { state.window.options = options }
                return (state.window.options, state.window.isPlaced)
            }
            guard !connection.isLost else { return }
            showTitle()
            if isMapped, options.isFullscreen != old.isFullscreen { setFullscreen(options.isFullscreen) }
            if isMapped, options.isAlwaysOnTop != old.isAlwaysOnTop {
                unsafe playhead_x11_ask_state(
                    connection.raw, window, "_NET_WM_STATE_ABOVE", options.isAlwaysOnTop ? 1 : 0)
            }
            pointer.wait(for: options.cursorHideDelay)
            flush()
        }
    }

    package func setTitle(_ title: String) {
        queue.async { [self] in
            state.withLock { $0.window.metadataTitle = title }
            guard !connection.isLost else { return }
            showTitle()
            flush()
        }
    }

    package func canvas(_ renderer: WindowOptions.Renderer) -> X11Canvas? {
        guard connection.prefersImages(renderer) else { return nil }
        let size = state.withLock(\.window.size)
        return X11Canvas(window, isChild: false, size: size, on: connection) { [weak self, queue] in
            queue.async { [weak self] in self?.read() }
        }
    }

    package func close() {
        state.withLock { $0.window.isLost = true }
        source.cancel()
        guard !connection.isLost else { return }
        unsafe _ = XDestroyWindow(display, window)
        flush()
    }
}

extension X11Window {
    private var display: UnsafeMutablePointer<Display> { unsafe connection.raw.pointee.display }

    private func flush() {
        unsafe _ = XFlush(display)
        // Xlib may have read events while it wrote.
        queue.async { [weak self] in self?.read() }
    }

    private func read() {
        var event = playhead_x11_event()
        while unsafe playhead_x11_next(connection.raw, &event) != 0 { take(event) }
        if connection.isLost { lose("The display has closed the connection") }
    }

    private func lose(_ message: String) {
        let isFirst = state.withLock { $0.window.lose() }
        source.cancel()
        if isFirst { report(.lost(message)) }
    }

    private func take(_ event: playhead_x11_event) {
        switch event.type {
        case DestroyNotify: lose("Another program has closed the window")
        case Expose: report(.exposed)
        case ConfigureNotify: resized(Int(event.width), Int(event.height))
        case ClientMessage: report(.event(.closeRequested))
        case KeyPress: if let name = name(of: event) { report(.event(.key(name))) }
        case ButtonPress: pressed(event)
        case ButtonRelease:
            if let button = PointerButton(number: event.button) {
                report(.event(.released(button, at: point(event))))
            }
        case MotionNotify:
            report(.event(.moved(to: point(event), isDragging: event.state & UInt32(Button1Mask) != 0)))
            pointer.moved()
        default: if let isVisible = event.visibility { report(.visible(isVisible)) }
        }
    }

    private func name(of event: playhead_x11_event) -> String? {
        let text = unsafe withUnsafeBytes(of: event.text) { unsafe KeyName.text($0) }
        return KeyName.of(event.key, text: text, isControl: event.state & UInt32(ControlMask) != 0)
    }

    private func point(_ event: playhead_x11_event) -> WindowPoint {
        state.withLock { $0.window.point(x: Double(event.x), y: Double(event.y)) }
    }

    private func pressed(_ event: playhead_x11_event) {
        let number = event.button
        if number == 4 || number == 5 { return report(.event(.scrolled(number == 4 ? 1 : -1))) }
        guard let button = PointerButton(number: number) else { return }
        let clicks = state.withLock { $0.window.clicks.count(button, at: event.time) }
        report(.event(.pressed(button, at: point(event), clicks: clicks)))
        pointer.moved()
    }

    private func resized(_ width: Int, _ height: Int) {
        let size = VideoSize(width: width, height: height)
        guard state.withLock({ $0.window.resize(to: size) }) else { return }
        report(.event(.resized(width: width, height: height)))
        report(.exposed)
    }

    /// Whether the window manager sets states such as full screen.
    private var hasWindowManager: Bool {
        var check = [0]
        return unsafe playhead_x11_root_numbers(connection.raw, "_NET_SUPPORTING_WM_CHECK", &check, 1) == 1
    }

    /// The screen of the options, the primary one, or the first one.
    private var screen: Screen {
        let screens = connection.screens
        let chosen = state.withLock(\.window.options.screen).flatMap(screens.place(of:))
        if let screen = chosen.map({ screens[$0] }) ?? screens.first(where: \.isPrimary) ?? screens.first {
            return screen
        }
        var (width, height): (Int32, Int32) = (0, 0)
        unsafe playhead_x11_screen(connection.raw, &width, &height)
        return Screen(name: "", width: Int(width), height: Int(height))
    }

    /// The size of the part of the screen without panels.
    private var workArea: VideoSize {
        var area = [0, 0, 0, 0]
        let count = unsafe playhead_x11_root_numbers(connection.raw, "_NET_WORKAREA", &area, 4)
        let part =
            count == 4 ? screen.intersection(x: area[0], y: area[1], width: area[2], height: area[3]) : nil
        return (part ?? screen).size
    }

    private func place(_ video: VideoSize) {
        switch state.withLock({ $0.window.place() }) {
        case .first(let options): open(at: size(of: video, options), options)
        case .again(let options):
            let size = size(of: video, options)
            unsafe _ = XResizeWindow(display, window, UInt32(size.width), UInt32(size.height))
        case nil: break
        }
    }

    private func size(of video: VideoSize, _ options: WindowOptions) -> VideoSize {
        let size = options.geometry?.size(of: video, on: screen.size) ?? video.fitting(workArea)
        state.withLock { $0.window.requestedSize = size }
        return size
    }

    private func open(at size: VideoSize, _ options: WindowOptions) {
        let screen = screen
        let origin = options.geometry?.origin(of: size, on: screen.size).map {
            (x: screen.x + $0.x, y: screen.y + $0.y)
        }
        let place = origin ?? centre(of: size)
        unsafe playhead_x11_hints(
            connection.raw, window, Int32(place.x), Int32(place.y), Int32(size.width), Int32(size.height),
            origin == nil && options.screen == nil ? 0 : 1)
        move(to: place, size)
        if options.isFullscreen, !hasWindowManager { setFullscreen(true) }
        unsafe _ = XMapWindow(display, window)
        pointer.begin()
    }

    private func applyHints(_ options: WindowOptions) {
        if options.isBorderless {
            unsafe playhead_x11_cardinals(
                connection.raw, window, "_MOTIF_WM_HINTS", "_MOTIF_WM_HINTS", [2, 0, 0, 0, 0], 5)
        }
        var states: [Int] = []
        if options.isFullscreen {
            states.append(unsafe playhead_x11_atom(connection.raw, "_NET_WM_STATE_FULLSCREEN"))
        }
        if options.isAlwaysOnTop {
            states.append(unsafe playhead_x11_atom(connection.raw, "_NET_WM_STATE_ABOVE"))
        }
        if !states.isEmpty {
            unsafe playhead_x11_cardinals(
                connection.raw, window, "_NET_WM_STATE", "ATOM", states, Int32(states.count))
        }
        unsafe playhead_x11_cardinals(
            connection.raw, window, "_NET_WM_ICON", "CARDINAL", WindowIcon.pixels,
            Int32(WindowIcon.pixels.count))
        showTitle()
    }

    private func showTitle() {
        unsafe playhead_x11_title(connection.raw, window, state.withLock(\.window.title))
    }

    private func setFullscreen(_ isFullscreen: Bool) {
        if hasWindowManager {
            return unsafe playhead_x11_ask_state(
                connection.raw, window, "_NET_WM_STATE_FULLSCREEN", isFullscreen ? 1 : 0)
        }
        let small = state.withLock(\.window.requestedSize)
        let size = isFullscreen ? screen.size : small ?? screen.size
        move(to: centre(of: size), size)
    }

    private func centre(of size: VideoSize) -> (x: Int, y: Int) {
        let screen = screen
        return (screen.x + (screen.width - size.width) / 2, screen.y + (screen.height - size.height) / 2)
    }

    private func move(to place: (x: Int, y: Int), _ size: VideoSize) {
        unsafe _ = XMoveResizeWindow(
            display, window, Int32(place.x), Int32(place.y), UInt32(size.width), UInt32(size.height))
    }
}
