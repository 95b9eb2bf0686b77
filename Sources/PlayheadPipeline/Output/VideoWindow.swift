internal import Dispatch
internal import GStreamer
internal import PlayheadCore
internal import PlayheadSystem
internal import Synchronization
internal import WindowSystem

/// The open window of a player. It shows each video frame at once, until the next one.
final class VideoWindow: WindowBackend {
    private struct State {
        var last: StillPicture?
        var orientation = PictureOrientation.upright
        var aspect = AspectMode.fit
        var shape: (width: Int, height: Int)?
        /// The displayed size of the last frame.
        var displaySize: VideoSize?
        /// The feed of the load that presents.
        var feed: WeakFeed?
        /// What ended the window, for each feed that presents.
        var fault: BusMessage?
        /// The feed that has received it last.
        var informed: WeakFeed?
        /// Counts the frames that were shown.
        var shown = 0
        var isClosed = false
    }

    private struct WeakFeed { weak var feed: PictureFeed? }

    private let pipeline: Element
    private let source: Element
    private let crop: Element
    private let sink: Element
    /// Writes subtitles into the frames, if that is requested.
    let drawing: SubtitleDrawing?
    /// The text of ``PlayerWindow/showMessage(_:)``; nil without the plug-in.
    private let message: Element?
    private let surface: any PlatformWindow
    private let display: DisplaySystem
    private let window: PlayerWindow
    private let queue: DispatchQueue
    private let state = Mutex(State())
    private let broken = Atomic(false)

    /// Nil if a window cannot be created.
    init?(_ window: PlayerWindow, on display: DisplaySystem, drawsText: Bool) {
        let queue = DispatchQueue(label: "playhead.window", qos: .userInteractive)
        // Filled when all is made; the window reports nothing before it is on the screen.
        let owner = WeakWindow()
        let report: @Sendable (WindowReport) -> Void = { owner.window?.hear($0) }
        let pipeline = Element.pipeline()
        let opened: (any PlatformWindow)?
        switch display {
        case .x11:
            opened = X11Window(window.options, queue: queue, report: report)
            guard unsafe pipeline.useOwnX11(adopt: { unsafe X11Connection(adopting: $0) }) else { return nil }
        case .wayland:
            let wayland = WaylandWindow(window.options, queue: queue, report: report)
            guard let wayland, unsafe pipeline.useWayland(wayland.display) else { return nil }
            opened = wayland
        }
        guard let surface = opened else { return nil }
        guard let source = Element.make("appsrc"), let convert = Element.make("videoconvert"),
            let flip = Element.make("videoflip"), let crop = Element.make("aspectratiocrop"),
            let sink = Element.make(display.sink)
        else { return nil }
        (self.window, self.surface, self.queue, self.display) = (window, surface, queue, display)
        self.pipeline = pipeline
        self.source = source
        self.crop = crop
        self.sink = sink
        drawing = drawsText ? SubtitleDrawing() : nil
        message = Element.make("textoverlay")
        source.set("format", text: "time")
        // A newer frame replaces one that the window had no time to show.
        source.set("max-bytes", uint64: 0)
        source.set("max-buffers", uint64: 2)
        source.set("leaky-type", text: "downstream")
        // The sink could rotate frames too, but its window would keep the shape of the unrotated frame.
        if display != .x11 || Workaround.glRotatedWindowShape.isNeeded {
            flip.set("video-direction", text: "auto")
        } else {
            sink.set("rotate-method", text: "automatic")
        }
        sink.set("sync", false)
        sink.set("qos", false)
        sink.set("async", false)
        message?.set("silent", true)
        message?.set("font-desc", "Sans 14")
        message?.set("valignment", text: "top")
        message?.set("halignment", text: "left")
        let elements = [source, convert, flip, crop, drawing?.overlay, message, sink].compactMap { $0 }
        for element in elements { pipeline.add(element) }
        for (element, next) in zip(elements, elements.dropFirst()) where !element.link(to: next) {
            return nil
        }
        sink.draw(into: surface.handle)
        if display == .wayland { sink.keep(surface) }
        guard sink.setState(.ready) != .failed else {
            sink.setState(.null)
            return nil
        }
        pipeline.onMessage { [weak self] message in
            if case .error = message { self?.fail(message) }
        }
        pipeline.setState(.playing)
        owner.window = self
        window.use(self)
    }

    /// Breaks the circle between a window and what reports to it.
    private final class WeakWindow: Sendable {
        private struct Reference { weak var window: VideoWindow? }
        private let reference = Mutex(Reference())

        var window: VideoWindow? {
            get { reference.withLock(\.window) }
            set { reference.withLock { $0.window = newValue } }
        }
    }

    func apply(_ options: WindowOptions) { surface.apply(options) }

    func showMessage(_ text: String) {
        guard let message else { return }
        message.set("text", text)
        message.set("silent", text.isEmpty)
        refresh()
    }

    /// Sets the title that holds unless the options have one.
    func setTitle(_ title: String) { surface.setTitle(title) }

    /// Whether the window has failed. Nothing is shown afterwards.
    var isBroken: Bool { broken.load(ordering: .relaxed) }

    /// Shows a frame of a feed.
    func show(_ picture: StillPicture, of feed: PictureFeed) {
        if isBroken { return tell(feed) }
        let size: VideoSize? = state.withLock { state in
            guard !state.isClosed else { return nil }
            if state.last.map({ !picture.hasFormat(of: $0) }) ?? true {
                state.displaySize = picture.displaySize.map { VideoSize(width: $0.width, height: $0.height) }
                setArea(state)
            }
            state.feed = WeakFeed(feed: feed)
            // An image comes again and again, and the window keeps its frame. Subtitles may have changed.
            if drawing == nil, let last = state.last, picture.isRepetition(of: last) {
                return state.displaySize
            }
            state.last = picture
            state.shown += 1
            if state.orientation != picture.orientation { source.tell(picture.orientation) }
            state.orientation = picture.orientation
            push(picture, state)
            return state.displaySize
        }
        if let size { surface.present(size) }
    }

    /// Shows the last frame again, with the current settings.
    func refresh() {
        state.withLock { state in
            if !state.isClosed, let last = state.last { push(last, state) }
        }
    }

    /// Sets how frames fill the window from now on.
    func setAspect(_ mode: AspectMode) {
        let isNew = state.withLock { state in
            defer { state.aspect = mode }
            return state.aspect != mode
        }
        if display == .x11 { sink.set("force-aspect-ratio", mode != .stretch) }
        if isNew { applyFill() }
    }

    /// Tells `waylandsink` its size: before the window has one, that of the video. Less than one pixel of a fitted
    /// frame would be an error that ends the connection.
    private func setArea(_ state: borrowing State) {
        guard display == .wayland, let video = state.displaySize, video.width > 0, video.height > 0 else {
            return
        }
        let shape = state.shape ?? (video.width, video.height)
        sink.draw(
            width: max(shape.width, video.width / video.height + 1),
            height: max(shape.height, video.height / video.width + 1))
    }

    /// `waylandsink` has no property for frames that are stretched: their pixels get another shape.
    private func push(_ picture: StillPicture, _ state: borrowing State) {
        if display == .wayland, state.aspect == .stretch, let shape = state.shape {
            source.push(picture, filling: shape)
        } else {
            source.push(picture)
        }
    }

    /// Closes the window asynchronously.
    func close(_ completion: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.isClosed = true
            state.last = nil
        }
        queue.async { [self] in
            pipeline.silenceBus()
            pipeline.setState(.null)
            surface.close()
            completion()
        }
    }

    private func hear(_ report: WindowReport) {
        switch report {
        case .event(.closeRequested):
            if !window.send(.closeRequested) { lose("The user has closed the window") }
        case .event(let event):
            if case .resized(let width, let height) = event {
                follow(width, height)
            }
            window.send(event)
        case .exposed: refresh()
        case .lost(let message): lose(message)
        }
    }

    private func lose(_ message: String) {
        fail(.error(ElementFault(lost: message, of: display.sink)))
    }

    /// The window reports its size when it is created and at each change.
    private func follow(_ width: Int, _ height: Int) {
        let (isRecut, shown) = state.withLock { state in
            let isSame = state.shape.map { $0 == (width, height) } ?? false
            state.shape = (width, height)
            setArea(state)
            return (state.aspect != .fit && !isSame, state.shown)
        }
        guard isRecut else { return }
        queue.asyncAfter(deadline: .now() + .milliseconds(20)) { [weak self] in
            guard let self else { return }
            applyFill()
            // While video plays, the next frame arrives soon and makes this refresh unnecessary.
            if state.withLock({ $0.shown == shown }) { refresh() }
        }
    }

    private func applyFill() {
        let shape = state.withLock { state in state.aspect == .fill ? state.shape : nil }
        // 0/1 makes `aspectratiocrop` leave the frame as it is.
        crop.set(
            "aspect-ratio",
            fraction: shape.map { (Int32(clamping: $0.width), Int32(clamping: $0.height)) } ?? (0, 1))
    }

    /// Tells a feed once what ended the window. A window may end before its first frame, or while a load is
    /// prepared that presents later.
    private func tell(_ feed: PictureFeed) {
        let fault: BusMessage? = state.withLock { state in
            guard state.informed?.feed !== feed else { return nil }
            state.informed = WeakFeed(feed: feed)
            return state.fault
        }
        if let fault { feed.onFault(fault) }
    }

    private func fail(_ message: BusMessage) {
        let proceeds = window.options.lossPolicy == .proceed
        let isFirst = state.withLock { state in
            guard state.fault == nil else { return false }
            state.fault = if case .error(let fault) = message, proceeds { .warning(fault) } else { message }
            return true
        }
        guard isFirst else { return }
        broken.store(true, ordering: .sequentiallyConsistent)
        queue.async { [self] in
            if let feed = state.withLock(\.feed)?.feed { tell(feed) }
            guard proceeds else { return }
            // Of a window that is lost nothing remains on the screen.
            pipeline.silenceBus()
            pipeline.setState(.null)
            surface.close()
        }
    }
}
