internal import CX11
package import Dispatch
package import PlayheadCore
internal import Synchronization

/// A window of another client on an X server, into which a video sink draws.
@safe package final class AttachedX11Window: PlatformWindow, @unchecked Sendable {
    // A dispatch source is thread-safe.
    package let handle: UInt
    package var size: VideoSize? { lastSize.withLock(\.self) }
    private let connection: X11Connection
    private let source: any DispatchSourceRead
    private let queue: DispatchQueue
    private let report: @Sendable (WindowReport) -> Void
    private let isOver = Atomic(false)
    private let lastSize: Mutex<VideoSize>

    /// Nil if there is no such window.
    package init?(
        _ window: UInt, on display: String?, queue: DispatchQueue,
        report: @escaping @Sendable (WindowReport) -> Void
    ) {
        var (width, height): (Int32, Int32) = (0, 0)
        guard let connection = X11Connection(display),
            unsafe playhead_x11_watch(connection.raw, window, &width, &height) != 0
        else { return nil }
        handle = window
        self.connection = connection
        (self.queue, self.report) = (queue, report)
        lastSize = Mutex(VideoSize(width: Int(width), height: Int(height)))
        source = DispatchSource.makeReadSource(
            fileDescriptor: unsafe XConnectionNumber(connection.raw.pointee.display), queue: queue)
        source.setEventHandler { [weak self] in self?.read() }
        source.setCancelHandler { [connection] in withExtendedLifetime(connection) {} }
        source.resume()
        let size = WindowEvent.resized(width: Int(width), height: Int(height))
        queue.async { [weak self] in
            report(.event(size))
            self?.read()
        }
    }

    deinit { source.cancel() }

    private func read() {
        var event = playhead_x11_event()
        while unsafe playhead_x11_next(connection.raw, &event) != 0 {
            switch event.type {
            case DestroyNotify: lose("Its owner has destroyed the window")
            case Expose: report(.exposed)
            case ConfigureNotify:
                let new = VideoSize(width: Int(event.width), height: Int(event.height))
                lastSize.withLock { $0 = new }
                report(.event(.resized(width: new.width, height: new.height)))
                report(.exposed)
            default: if let isVisible = event.visibility { report(.visible(isVisible)) }
            }
        }
        if connection.isLost { lose("The display has closed the connection") }
    }

    private func lose(_ message: String) {
        source.cancel()
        if !isOver.exchange(true, ordering: .relaxed) { report(.lost(message)) }
    }

    package func canvas(_ renderer: WindowOptions.Renderer) -> X11Canvas? {
        guard connection.prefersImages(renderer) else { return nil }
        let size = lastSize.withLock(\.self)
        return X11Canvas(handle, isChild: true, size: size, on: connection) { [weak self, queue] in
            queue.async { [weak self] in self?.read() }
        }
    }

    package func close() {
        isOver.store(true, ordering: .relaxed)
        source.cancel()
    }

    // The owner of the window decides what it is.
    package func present(_ video: VideoSize) {}
    package func apply(_ options: WindowOptions) {}
    package func setTitle(_ title: String) {}
}

/// A `wl_surface` of the program, into which a video sink draws.
package final class AttachedWaylandSurface: PlatformWindow {
    package let handle: UInt

    package init(_ surface: UInt) { handle = surface }

    package func close() {}
    package func present(_ video: VideoSize) {}
    package func apply(_ options: WindowOptions) {}
    package func setTitle(_ title: String) {}
}
