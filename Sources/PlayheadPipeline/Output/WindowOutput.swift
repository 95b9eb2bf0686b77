internal import Dispatch
internal import GStreamer
internal import PlayheadCore
internal import Synchronization
internal import WindowSystem

/// The sink of a window's pipeline, and what it draws into.
final class WindowOutput: Sendable {
    let sink: Element
    /// What the element of an error is called.
    let element: String
    /// Nil if nothing is drawn.
    let display: DisplaySystem?
    let surface: (any PlatformWindow)?
    /// What the processor draws on, behind a sink that draws nothing itself.
    let canvas: X11Canvas?
    /// Whether OpenGL draws.
    var usesOpenGL: Bool { display == .x11 && canvas == nil }

    private typealias Drawing = (display: DisplaySystem, surface: any PlatformWindow, canvas: X11Canvas?)

    /// Opens the surface of the options, and adds its sink to a pipeline behind an element. Nil if the surface or the
    /// sink cannot be used. The surface reports on the queue.
    init?(
        _ options: WindowOptions, in pipeline: Element, behind last: Element, queue: DispatchQueue,
        report: @escaping @Sendable (WindowReport) -> Void
    ) {
        let opened: Drawing?
        switch options.surface.target {
        case .nothing: opened = nil
        case .window:
            let made = Self.window(options, in: pipeline, queue, report)
            guard let made else { return nil }
            opened = made
        case .x11(let window, let name):
            let surface = AttachedX11Window(window, on: name, queue: queue, report: report)
            let made = surface.flatMap { Self.open($0, on: name, options.renderer, in: pipeline) }
            guard let made else { return nil }
            opened = made
        case .wayland(let display, let surface, _):
            guard unsafe pipeline.useWayland(UnsafeMutableRawPointer(bitPattern: display)) else { return nil }
            opened = (.wayland, AttachedWaylandSurface(surface), nil)
        }
        (display, surface, canvas) = (opened?.display, opened?.surface, opened?.canvas)
        element = canvas == nil ? display?.sink ?? "fakesink" : "fakesink"
        guard let sink = Element.make(element) else { return nil }
        self.sink = sink
        sink.set("sync", false)
        sink.set("qos", false)
        sink.set("async", false)
        guard pipeline.add(sink) else { return nil }
        if let canvas {
            sink.set("enable-last-sample", false)
            let format = Mutex<PictureFormat?>(nil)
            sink.onHandoff { rendering in
                if let picture = format.withLock({ rendering.picture(&$0) }) { canvas.draw(picture.content) }
            }
        } else if let surface {
            sink.draw(into: surface.handle)
        }
        if let surface { sink.keep(surface) }
        guard last.link(to: sink), sink.setState(.ready) != .failed else {
            // Another surface may follow in the same pipeline.
            pipeline.remove(sink)
            return nil
        }
    }

    /// Ends what is on the screen. Called after the sink has ended.
    func close() {
        canvas?.close()
        surface?.close()
    }

    private static func window(
        _ options: WindowOptions, in pipeline: Element, _ queue: DispatchQueue,
        _ report: @escaping @Sendable (WindowReport) -> Void
    ) -> Drawing? {
        switch DisplaySystem.usable() {
        case .wayland:
            let window = WaylandWindow(options, queue: queue, report: report)
            guard let window, unsafe pipeline.useWayland(window.display) else { return nil }
            return (.wayland, window, nil)
        case .x11:
            return X11Window(options, queue: queue, report: report).flatMap {
                open($0, on: nil, options.renderer, in: pipeline)
            }
        case nil: return nil
        }
    }

    /// Chooses what draws into a window on X11. Without the plug-in for OpenGL the processor does.
    private static func open(
        _ window: any PlatformWindow, on name: String?, _ renderer: WindowOptions.Renderer,
        in pipeline: Element
    ) -> Drawing? {
        let hasOpenGL = Runtime.hasElement(DisplaySystem.x11.sink)
        if let canvas = window.canvas(hasOpenGL || renderer == .openGL ? renderer : .software) {
            return (.x11, window, canvas)
        }
        guard unsafe pipeline.useOwnX11(name, adopt: { unsafe X11Connection(adopting: $0) }) else {
            return nil
        }
        return (.x11, window, nil)
    }
}

extension X11Canvas {
    /// The format of frames of a size that it can show.
    func caps(of size: VideoSize) -> String {
        "video/x-raw,format=\(format),width=\(size.width),height=\(size.height),pixel-aspect-ratio=1/1"
    }

    /// Shows a picture whose pixels have the format of the canvas.
    fileprivate func draw(_ picture: DecodedPicture) {
        guard let plane = picture.planes.first else { return }
        let size = VideoSize(width: picture.format.width, height: picture.format.height)
        picture.lend(plane: 0) { draw(size, $0, stride: plane.stride) }
    }
}
