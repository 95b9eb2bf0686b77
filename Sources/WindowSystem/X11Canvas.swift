internal import CX11
package import PlayheadCore
internal import Synchronization

/// What images are drawn on by the processor, where the server has no graphics driver: a window of the player's own, or
/// a child that fills the window of another client.
@safe package final class X11Canvas: Sendable {
    @safe private struct State: @unchecked Sendable {
        // The lock guards what it points to. Nil once it is closed.
        var raw: UnsafeMutablePointer<playhead_x11_canvas>?
        /// The size of the window, as drawn last.
        var size: VideoSize
    }

    /// The name of its pixels in GStreamer.
    package let format: String
    private let connection: X11Connection
    /// Held while the server takes an image.
    private let state: Mutex<State>
    /// The size of the window.
    private let size: Mutex<VideoSize>
    /// Called after each image: events may have been read while it was drawn.
    private let drawn: @Sendable () -> Void

    /// Nil if the window is gone, or if its pixels are of a rare kind.
    init?(
        _ window: UInt, isChild: Bool, size: VideoSize, on connection: X11Connection,
        drawn: @escaping @Sendable () -> Void
    ) {
        guard !connection.isLost,
            let raw = unsafe playhead_x11_canvas_open(connection.raw, window, isChild ? 1 : 0)
        else { return nil }
        guard let format = unsafe playhead_x11_canvas_format(raw) else {
            unsafe playhead_x11_canvas_close(raw)
            return nil
        }
        self.format = unsafe String(cString: format)
        self.connection = connection
        state = unsafe Mutex(State(raw: raw, size: size))
        self.size = Mutex(size)
        self.drawn = drawn
    }

    deinit { close() }

    /// Removes what was drawn, and draws nothing from now on.
    package func close() {
        state.withLock { state in
            if let raw = unsafe state.raw { unsafe playhead_x11_canvas_close(raw) }
            unsafe state.raw = nil
        }
    }

    /// Follows the window to another size, from the next image on.
    package func resize(to new: VideoSize) { size.withLock { $0 = new } }

    /// Shows an image in the middle of the window, and returns when the server has it. The rows begin `stride` bytes
    /// apart.
    package func draw(_ image: VideoSize, _ rows: Span<UInt8>, stride: Int) {
        state.withLock { state in
            guard let raw = unsafe state.raw else { return }
            var length: Int32 = 0
            let memory = unsafe playhead_x11_canvas_memory(
                raw, Int32(clamping: image.width), Int32(clamping: image.height), &length)
            guard let memory = unsafe memory, !connection.isLost else { return }
            unsafe rows.withUnsafeBufferPointer { rows in
                for row in 0..<image.height {
                    let source = unsafe rows[min(row * stride, rows.count)...].prefix(
                        min(Int(length), stride))
                    let target = unsafe UnsafeMutableBufferPointer(
                        start: memory + row * Int(length), count: Int(length))
                    _ = unsafe target.update(fromContentsOf: source)
                }
            }
            let size = size.withLock(\.self)
            let (width, height) = (Int32(clamping: size.width), Int32(clamping: size.height))
            if size != state.size { unsafe playhead_x11_canvas_resize(raw, width, height) }
            state.size = size
            unsafe playhead_x11_canvas_show(raw, width, height)
        }
        drawn()
    }
}

extension X11Connection {
    /// Whether images are drawn by the processor. Without a graphics processor, OpenGL costs several times as much.
    func prefersImages(_ renderer: WindowOptions.Renderer) -> Bool {
        switch renderer {
        case .automatic: unsafe GraphicsDriver.isSoftware || playhead_x11_is_accelerated(raw) == 0
        case .openGL: false
        case .software: true
        }
    }
}
