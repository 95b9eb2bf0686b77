internal import Dispatch
internal import GStreamer
internal import PlayheadCore
internal import WindowSystem

/// The sink of a window's pipeline, and what it draws into.
final class WindowOutput: Sendable {
    let sink: Element
    /// What the element of an error is called.
    var element: String { display?.sink ?? "fakesink" }
    /// Nil if nothing is drawn.
    let display: DisplaySystem?
    let surface: (any PlatformWindow)?

    /// Opens the surface of the options, and adds its sink to a pipeline behind an element. Nil if the surface or the
    /// sink cannot be used. The surface reports on the queue.
    init?(
        _ options: WindowOptions, in pipeline: Element, behind last: Element, queue: DispatchQueue,
        report: @escaping @Sendable (WindowReport) -> Void
    ) {
        let opened: (display: DisplaySystem, surface: any PlatformWindow)?
        switch options.surface.target {
        case .nothing: opened = nil
        case .window:
            let made = Self.window(options, in: pipeline, queue, report)
            guard let made else { return nil }
            opened = made
        case .x11(let window, let name):
            let surface = AttachedX11Window(window, on: name, queue: queue, report: report)
            guard let surface, unsafe pipeline.useOwnX11(name, adopt: { unsafe X11Connection(adopting: $0) })
            else { return nil }
            opened = (.x11, surface)
        case .wayland(let display, let surface, _):
            guard unsafe pipeline.useWayland(UnsafeMutableRawPointer(bitPattern: display)) else { return nil }
            opened = (.wayland, AttachedWaylandSurface(surface))
        }
        guard let sink = Element.make(opened?.display.sink ?? "fakesink") else { return nil }
        (self.sink, display, surface) = (sink, opened?.display, opened?.surface)
        sink.set("sync", false)
        sink.set("qos", false)
        sink.set("async", false)
        guard pipeline.add(sink) else { return nil }
        if let surface {
            sink.draw(into: surface.handle)
            sink.keep(surface)
        }
        guard last.link(to: sink), sink.setState(.ready) != .failed else {
            // Another surface may follow in the same pipeline.
            pipeline.remove(sink)
            return nil
        }
    }

    private static func window(
        _ options: WindowOptions, in pipeline: Element, _ queue: DispatchQueue,
        _ report: @escaping @Sendable (WindowReport) -> Void
    ) -> (display: DisplaySystem, surface: any PlatformWindow)? {
        switch DisplaySystem.usable() {
        case .wayland:
            let window = WaylandWindow(options, queue: queue, report: report)
            guard let window, unsafe pipeline.useWayland(window.display) else { return nil }
            return (.wayland, window)
        case .x11:
            let window = X11Window(options, queue: queue, report: report)
            guard let window, unsafe pipeline.useOwnX11(adopt: { unsafe X11Connection(adopting: $0) }) else {
                return nil
            }
            return (.x11, window)
        case nil: return nil
        }
    }
}
