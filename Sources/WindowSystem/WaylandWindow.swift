internal import CWayland
package import Dispatch
package import PlayheadCore
internal import Synchronization

/// A window on a Wayland display, with a connection of its own. The video sink draws into a surface below it.
///
/// All requests run on a queue of its own that never waits: while a thread of the sink reads from the connection,
/// it waits for this queue to read, too.
@safe package final class WaylandWindow: PlatformWindow, @unchecked Sendable {
    // What changes is behind the lock or on the queue of the connection; a dispatch source is thread-safe.
    private struct State {
        var window: WindowState
        /// The key that repeats.
        var held: (code: UInt32, name: String)?
        /// The last frame, which keeps the screen from going blank for 10 seconds.
        var lastFrame: DispatchTime?
        var isInhibiting = false
    }

    private let raw: UnsafeMutablePointer<playhead_wayland>
    /// Where the connection is read, and where requests are made.
    private let requests = DispatchQueue(label: "playhead.wayland", qos: .userInteractive)
    private let queue: DispatchQueue
    private let source: any DispatchSourceRead
    private let report: @Sendable (WindowReport) -> Void
    private let pointer: PointerRest
    private let repetition: any DispatchSourceTimer
    private let state: Mutex<State>

    package let handle: UInt
    /// Entered until the connection is no longer watched.
    private let watching = DispatchGroup()

    /// The `wl_display`.
    package var display: UnsafeMutableRawPointer? {
        unsafe UnsafeMutableRawPointer(raw.pointee.display)
    }

    /// Creates a window that is not yet on the screen. Nil if the display refuses; without a name it is the one in
    /// `WAYLAND_DISPLAY`.
    package init?(
        _ options: WindowOptions, on name: String? = nil, queue: DispatchQueue,
        report: @escaping @Sendable (WindowReport) -> Void
    ) {
        guard let raw = unsafe playhead_wayland_open(name) else { return nil }
        unsafe self.raw = raw
        handle = unsafe UInt(bitPattern: raw.pointee.surface)
        self.queue = queue
        self.report = report
        state = Mutex(State(window: WindowState(options, size: VideoSize(width: 1, height: 1))))
        source = DispatchSource.makeReadSource(
            fileDescriptor: unsafe wl_display_get_fd(raw.pointee.display), queue: requests)
        repetition = DispatchSource.makeTimerSource(queue: requests)
        let owner = WeakOwner()
        pointer = PointerRest(requests, after: options.cursorHideDelay) { isHidden in
            owner.window?.request { unsafe playhead_wayland_hide_cursor($0.raw, isHidden ? 1 : 0) }
        }
        unsafe raw.pointee.screen = Int32(
            options.screen.flatMap(unsafe Self.screens(of: raw).place(of:)) ?? -1)
        unsafe raw.pointee.is_borderless = options.isBorderless ? 1 : 0
        source.setEventHandler { [weak self] in self?.read() }
        repetition.setEventHandler { [weak self] in self?.repeatKey() }
        watching.enter()
        source.setCancelHandler { [watching] in watching.leave() }
        owner.window = self
        requests.async { [weak self] in self?.read() }
        source.resume()
        repetition.resume()
    }

    /// The sink keeps the window, whose connection it uses until its own end.
    deinit {
        source.cancel()
        repetition.cancel()
        let address = unsafe UInt(bitPattern: raw)
        watching.notify(queue: requests) {
            if let raw = unsafe UnsafeMutablePointer<playhead_wayland>(bitPattern: address) {
                unsafe playhead_wayland_close(raw)
            }
        }
    }

    /// Breaks the circle between a window and its pointer.
    private final class WeakOwner: Sendable {
        private struct Reference { weak var window: WaylandWindow? }
        private let reference = Mutex(Reference())

        var window: WaylandWindow? {
            get { reference.withLock(\.window) }
            set { reference.withLock { $0.window = newValue } }
        }
    }

    package func present(_ video: VideoSize) {
        let (needsPlace, inhibits) = state.withLock { state in
            state.lastFrame = .now()
            let inhibits = state.window.options.inhibitsScreensaver && !state.isInhibiting
            if inhibits { state.isInhibiting = true }
            return (state.window.show(video), inhibits)
        }
        guard needsPlace || inhibits else { return }
        request { window in
            if inhibits { window.inhibit() }
            if needsPlace { window.place(video) }
        }
    }

    package func apply(_ options: WindowOptions) {
        request { window in
            let old = window.state.withLock { state in
                defer { state.window.options = options }
                return state.window.options
            }
            unsafe playhead_wayland_title(window.raw, window.title)
            if options.isFullscreen != old.isFullscreen {
                unsafe playhead_wayland_fullscreen(window.raw, options.isFullscreen ? 1 : 0)
            }
            window.pointer.wait(for: options.cursorHideDelay)
        }
    }

    package func setTitle(_ title: String) {
        request { window in
            window.state.withLock { $0.window.metadataTitle = title }
            unsafe playhead_wayland_title(window.raw, window.title)
        }
    }

    package func close() {
        request { window in
            window.state.withLock { $0.window.isLost = true }
            window.repetition.cancel()
            unsafe playhead_wayland_remove(window.raw)
        }
    }
}

extension WaylandWindow {
    private static let probe = DisplayProbe("WAYLAND_DISPLAY") {
        guard let display = unsafe wl_display_connect(nil) else { return false }
        unsafe wl_display_disconnect(display)
        return true
    }

    /// The screens of the display, in its order; empty without a display.
    package static var screens: [Screen] {
        guard let raw = unsafe playhead_wayland_connect(nil) else { return [] }
        defer { unsafe playhead_wayland_close(raw) }
        return unsafe screens(of: raw)
    }

    private static func screens(of raw: UnsafeMutablePointer<playhead_wayland>) -> [Screen] {
        unsafe withUnsafeBytes(of: &raw.pointee.outputs) { bytes in
            unsafe bytes.bindMemory(to: playhead_wayland_output.self).prefix { unsafe $0.output != nil }.map {
                output in
                let name = unsafe withUnsafeBytes(of: output.label) { unsafe KeyName.text($0) }
                return unsafe Screen(name: name, width: Int(output.width), height: Int(output.height))
            }
        }
    }

    /// Whether there is a Wayland display for this process. A positive result is cached for each value.
    package static var isPossible: Bool { probe.isPossible }

    /// Makes requests, and sends them.
    private func request(_ body: @escaping @Sendable (WaylandWindow) -> Void) {
        requests.async { [self] in
            guard !state.withLock(\.window.isLost) else { return }
            body(self)
            unsafe _ = wl_display_flush(raw.pointee.display)
            takeSize()
        }
    }

    private func read() {
        // What the sink does until its end needs the connection to be read.
        let isAlive = unsafe playhead_wayland_read(raw) != 0
        if !isAlive { source.cancel() }
        guard !state.withLock(\.window.isLost) else { return }
        var event = playhead_wayland_event()
        while unsafe playhead_wayland_next(raw, &event) != 0 { take(event) }
        takeSize()
        if unsafe raw.pointee.is_asked_to_close != 0 {
            unsafe raw.pointee.is_asked_to_close = 0
            send(.event(.closeRequested))
        }
        if !isAlive { lose("The display has closed the connection") }
    }

    private func lose(_ message: String) {
        // A key that is held would repeat for ever.
        repetition.cancel()
        if state.withLock({ $0.window.lose() }) { send(.lost(message)) }
    }

    private func send(_ report: WindowReport) {
        queue.async { [self] in self.report(report) }
    }

    private func takeSize() {
        guard unsafe raw.pointee.is_mapped != 0 else { return }
        let size = unsafe VideoSize(width: Int(raw.pointee.width), height: Int(raw.pointee.height))
        guard state.withLock({ $0.window.resize(to: size) }) else { return }
        send(.event(.resized(width: size.width, height: size.height)))
        send(.exposed)
    }

    private func take(_ event: playhead_wayland_event) {
        switch event.type {
        case PLAYHEAD_WAYLAND_KEY: pressed(event)
        case PLAYHEAD_WAYLAND_KEY_UP:
            state.withLock { if event.code == 0 || $0.held?.code == event.code { $0.held = nil } }
        case PLAYHEAD_WAYLAND_BUTTON: clicked(event)
        case PLAYHEAD_WAYLAND_MOTION:
            send(.event(.moved(to: point(event), isDragging: event.is_pressed != 0)))
            pointer.moved()
        case PLAYHEAD_WAYLAND_SCROLL:
            for _ in 0..<abs(event.steps) { send(.event(.scrolled(event.steps > 0 ? 1 : -1))) }
        default: break
        }
    }

    private func pressed(_ event: playhead_wayland_event) {
        let text = unsafe withUnsafeBytes(of: event.text) { unsafe KeyName.text($0) }
        guard let name = KeyName.of(UInt(event.key), text: text, isControl: event.is_control != 0) else {
            return
        }
        send(.event(.key(name)))
        let (rate, delay) = unsafe (Int(raw.pointee.repeat_rate), Int(raw.pointee.repeat_delay))
        guard event.repeats != 0, rate > 0 else { return }
        state.withLock { $0.held = (event.code, name) }
        repetition.schedule(
            deadline: .now() + .milliseconds(delay), repeating: .milliseconds(max(1, 1000 / rate)))
    }

    private func repeatKey() {
        guard let name = state.withLock({ $0.held?.name }) else {
            return repetition.schedule(deadline: .distantFuture)
        }
        send(.event(.key(name)))
    }

    private func clicked(_ event: playhead_wayland_event) {
        guard let button = PointerButton(number: event.button) else { return }
        if event.is_pressed == 0 { return send(.event(.released(button, at: point(event)))) }
        let clicks = state.withLock { $0.window.clicks.count(button, at: UInt(event.time)) }
        send(.event(.pressed(button, at: point(event), clicks: clicks)))
        pointer.moved()
    }

    private func point(_ event: playhead_wayland_event) -> WindowPoint {
        state.withLock { $0.window.point(x: event.x, y: event.y) }
    }

    private func place(_ video: VideoSize) {
        switch state.withLock({ $0.window.place() }) {
        case .first(let options):
            let size = size(of: video, options)
            unsafe playhead_wayland_show(
                raw, options.applicationID, title, Int32(size.width), Int32(size.height),
                options.isFullscreen ? 1 : 0)
            pointer.begin()
        case .again(let options):
            let size = size(of: video, options)
            unsafe playhead_wayland_resize(raw, Int32(size.width), Int32(size.height))
        case nil: break
        }
    }

    private func size(of video: VideoSize, _ options: WindowOptions) -> VideoSize {
        var (width, height): (Int32, Int32) = (0, 0)
        unsafe playhead_wayland_screen(raw, &width, &height)
        let screen = width > 0 ? VideoSize(width: Int(width), height: Int(height)) : video
        let size = options.geometry?.size(of: video, on: screen) ?? video.fitting(screen)
        state.withLock { $0.window.requestedSize = size }
        return size
    }

    private var title: String { state.withLock(\.window.title) }

    /// Keeps the screen from going blank until 10 seconds after the last frame.
    private func inhibit() {
        unsafe playhead_wayland_inhibit(raw, 1)
        requests.asyncAfter(deadline: .now() + .seconds(10)) { [weak self] in
            self?.request { window in
                let isOver = window.state.withLock { state in
                    let isShown = state.lastFrame.map { .now() < $0 + .seconds(10) } ?? false
                    state.isInhibiting = isShown && state.window.options.inhibitsScreensaver
                    return !state.isInhibiting
                }
                if isOver { unsafe playhead_wayland_inhibit(window.raw, 0) } else { window.inhibit() }
            }
        }
    }
}
