internal import Synchronization

/// Something that happened at the window of a player.
public enum WindowEvent: Sendable, Hashable {
    /// The user asked to close the window. It stays open; the program decides.
    case closeRequested
    /// A key was pressed, or repeats: the character it writes, or one of `space`, `left`, `right`, `up`, `down`,
    /// `enter`, `tab`, `backspace`, `escape`, `home`, `end`, `insert`, `delete`, `page-up`, `page-down`,
    /// `f1` to `f12`, `ctrl-LETTER`, `ctrl-plus`, `ctrl-minus`.
    case key(String)
    /// A button of the pointer was pressed. `clicks` is 2 for the second of a double click.
    case pressed(PointerButton, at: WindowPoint, clicks: Int)
    /// A button of the pointer was released.
    case released(PointerButton, at: WindowPoint)
    /// The pointer moved; `isDragging` with the left button held.
    case moved(to: WindowPoint, isDragging: Bool)
    /// The wheel turned by a step: 1 up, -1 down.
    case scrolled(Int)
    /// The window has another size, in pixels; on Wayland in logical pixels.
    case resized(width: Int, height: Int)
    /// The window entered or left full screen by ``PlayerWindow/isFullscreen``.
    case fullscreenChanged(Bool)
}

/// A button of the pointer.
public enum PointerButton: String, Sendable, Hashable, CaseIterable {
    case left, middle, right
}

/// A point of a window, as fractions of its size from the upper left corner, 0 to 1 inside.
public struct WindowPoint: Sendable, Hashable {
    /// The fraction of the width.
    public var x: Double
    /// The fraction of the height.
    public var y: Double

    /// Makes a point.
    public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}

/// The open window, as its commands see it.
package protocol WindowBackend: AnyObject, Sendable {
    func apply(_ options: WindowOptions)
    func showMessage(_ text: String)
    /// Calls when no former surface is in use.
    func settle(_ completion: @escaping @Sendable () -> Void)
}

/// The window of a player: its state, and what happens at it. A player without an open window keeps the values
/// for its next one. All members may be used from any thread.
public final class PlayerWindow: Sendable {
    private struct State {
        var options: WindowOptions
        weak var backend: (any WindowBackend)?
        var consumers: [Int: AsyncStream<WindowEvent>.Continuation] = [:]
        var nextConsumer = 0
    }

    private let state: Mutex<State>

    package init(_ options: WindowOptions = WindowOptions()) { state = Mutex(State(options: options)) }

    /// The options of the window. A change takes effect at once on an open window; ``WindowOptions/geometry``,
    /// ``WindowOptions/isBorderless``, ``WindowOptions/renderer`` and ``WindowOptions/applicationID`` hold for the next one.
    public var options: WindowOptions {
        get { state.withLock(\.options) }
        set {
            let (backend, old) = state.withLock { state in
                defer { state.options = newValue }
                return (state.backend, state.options)
            }
            guard newValue != old else { return }
            backend?.apply(newValue)
            if newValue.isFullscreen != old.isFullscreen { send(.fullscreenChanged(newValue.isFullscreen)) }
        }
    }

    /// Whether the window is, or will be, full screen.
    public var isFullscreen: Bool {
        get { options.isFullscreen }
        set { options.isFullscreen = newValue }
    }

    /// Draws on another surface from now on. Returns when the former one is no longer in use.
    package func attach(to surface: VideoSurface) async {
        options.surface = surface
        guard let backend = state.withLock(\.backend) else { return }
        await withCheckedContinuation { continuation in backend.settle { continuation.resume() } }
    }

    /// Shows a text over the video until the next call. An empty text removes it. It has no effect without a
    /// window, or without the plug-in `textoverlay`.
    public func showMessage(_ text: String) { state.withLock(\.backend)?.showMessage(text) }

    /// The events of the window, from now on. Each sequence gets all of them; it ends when the player is
    /// released.
    public var events: AsyncStream<WindowEvent> {
        let (stream, continuation) = AsyncStream<WindowEvent>.makeStream()
        let number = state.withLock { state in
            state.nextConsumer += 1
            state.consumers[state.nextConsumer] = continuation
            return state.nextConsumer
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.consumers.removeValue(forKey: number) }
        }
        return stream
    }

    deinit { for consumer in state.withLock(\.consumers).values { consumer.finish() } }

    package func use(_ backend: (any WindowBackend)?) { state.withLock { $0.backend = backend } }

    /// Hands an event to all consumers. Whether there are any.
    @discardableResult
    package func send(_ event: WindowEvent) -> Bool {
        let consumers = state.withLock { Array($0.consumers.values) }
        for consumer in consumers { consumer.yield(event) }
        return !consumers.isEmpty
    }
}
