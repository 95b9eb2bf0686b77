internal import Dispatch
internal import GStreamer
internal import PlayheadCore
internal import PlayheadSystem
internal import Synchronization
internal import WindowSystem

/// The open window of a player. It shows each video frame at once, until the next one.
final class VideoWindow: WindowBackend {
    struct State {
        var last: StillPicture?
        var orientation = PictureOrientation.upright
        var aspect = AspectMode.fit
        var shape: (width: Int, height: Int)?
        /// The format of the frames that the processor draws.
        var caps = ""
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
        /// Nil before the first, and after one that cannot be used.
        var output: WindowOutput?
        /// Counts the outputs.
        var number = 0
        var surface = VideoSurface.window
        /// Whether any of the surface can be seen.
        var isVisible = true
        /// Called after what ``area`` tells has changed.
        var onChange: (@Sendable () -> Void)?
    }

    struct WeakFeed { weak var feed: PictureFeed? }

    private let pipeline: Element
    let source: Element
    let crop: Element
    /// The format and size of the frames behind the crop, for a sink that shows them as they are.
    let size: Element
    /// The element in front of the sink.
    private let last: Element
    /// Writes subtitles into the frames, if that is requested.
    let drawing: SubtitleDrawing?
    /// The text of ``PlayerWindow/showMessage(_:)``; nil without the plug-in.
    private let message: Element?
    let window: PlayerWindow
    let queue: DispatchQueue
    let state = Mutex(State())
    private let broken = Atomic(false)
    /// The outputs that are not yet finalized.
    private let leaving = DispatchGroup()

    /// Nil if a window cannot be created.
    init?(_ window: PlayerWindow, drawsText: Bool) {
        guard let source = Element.make("appsrc"), let convert = Element.make("videoconvert"),
            let flip = Element.make("videoflip"), let crop = Element.make("aspectratiocrop"),
            let scale = Element.make("videoconvertscale"), let size = Element.make("capsfilter")
        else { return nil }
        self.window = window
        queue = DispatchQueue(label: "playhead.window", qos: .userInteractive)
        pipeline = Element.pipeline()
        (self.source, self.crop, self.size) = (source, crop, size)
        drawing = drawsText ? SubtitleDrawing() : nil
        message = Element.make("textoverlay")
        last = message ?? drawing?.overlay ?? size
        source.set("format", text: "time")
        // A newer frame replaces one that the window had no time to show.
        source.set("max-bytes", uint64: 0)
        source.set("max-buffers", uint64: 2)
        source.set("leaky-type", text: "downstream")
        flip.set("video-direction", text: "auto")
        scale.set("add-borders", false)
        message?.set("silent", true)
        message?.set("font-desc", "Sans 14")
        message?.set("valignment", text: "top")
        message?.set("halignment", text: "left")
        let elements = [source, convert, flip, crop, scale, size, drawing?.overlay, message].compactMap { $0 }
        for element in elements { pipeline.add(element) }
        for (element, next) in zip(elements, elements.dropFirst()) where !element.link(to: next) {
            return nil
        }
        guard open(window.options) else { return nil }
        pipeline.setState(.playing)
        window.use(self)
    }

    /// Opens the surface of the options. Whether it can be used.
    private func open(_ options: WindowOptions) -> Bool {
        let number = state.withLock { state in
            state.number += 1
            (state.surface, state.isVisible) = (options.surface, true)
            return state.number
        }
        let output = WindowOutput(options, in: pipeline, behind: last, queue: queue) { [weak self] report in
            self?.hear(report, from: number)
        }
        guard let output else { return false }
        pipeline.onMessage { [weak self] message in
            if case .error = message { self?.fail(message, of: number) }
        }
        state.withLock { state in
            state.output = output
            state.shape = output.surface?.size.map { ($0.width, $0.height) }
            if output.canvas == nil { use("video/x-raw(ANY)", &state) }
            arrange(&state)
        }
        return true
    }

    /// Draws on the surface of the options from now on. Called on the queue.
    private func replace(_ options: WindowOptions) {
        let (isSame, old) = state.withLock { state in
            let isSame = state.surface == options.surface || state.isClosed
            guard !isSame else { return (true, state.output) }
            let output = state.output
            if output != nil, case .wayland(let display, let surface, _) = options.surface.target,
                case .wayland(display, surface, _) = state.surface.target
            {
                // The same surface, and another part of it.
                state.surface = options.surface
                arrange(&state)
                return (true, output)
            }
            state.output = nil
            // What the former output still reports counts no more.
            state.number += 1
            (state.fault, state.informed) = (nil, nil)
            broken.store(false, ordering: .sequentiallyConsistent)
            return (false, output)
        }
        guard !isSame else { return refresh() }
        stop(old)
        if let old {
            leaving.enter()
            old.sink.keep(Departure(from: leaving), as: "playhead-departure")
            pipeline.remove(old.sink)
            old.close()
        }
        guard open(options) else {
            return lose("The surface cannot be used", of: state.withLock(\.number))
        }
        pipeline.setState(.playing)
        // A pipeline that was stopped has forgotten what its source announced.
        state.withLock { source.tell($0.orientation) }
        applyFill()
        // The first size of a window of the player's own comes from its video.
        let (surface, size) = state.withLock { ($0.output?.surface, $0.displaySize) }
        if let size { surface?.present(size) }
        refresh()
    }

    /// Ends the sink of an output. What it reports afterwards is not heard.
    private func stop(_ output: WindowOutput?) {
        pipeline.silenceBus()
        if output?.usesOpenGL == true { GraphicsDriver.keepLoaded() }
        pipeline.setState(.null)
    }

    func apply(_ options: WindowOptions) {
        let (isSame, surface) = state.withLock { ($0.surface == options.surface, $0.output?.surface) }
        if isSame { surface?.apply(options) }
        queue.async { [self] in
            replace(window.options)
            tellChange()
        }
    }

    func settle(_ completion: @escaping @Sendable () -> Void) {
        queue.async { [self] in leaving.notify(queue: queue, execute: completion) }
    }

    /// Leaves a group when a sink is finalized.
    private final class Departure: Sendable {
        private let group: DispatchGroup
        init(from group: DispatchGroup) { self.group = group }
        deinit { group.leave() }
    }

    func showMessage(_ text: String) {
        guard let message else { return }
        message.set("text", text)
        message.set("silent", text.isEmpty)
        refresh()
    }

    /// Sets the title that holds unless the options have one.
    func setTitle(_ title: String) { state.withLock(\.output)?.surface?.setTitle(title) }

    /// Whether the window has failed. Nothing is shown afterwards.
    var isBroken: Bool { broken.load(ordering: .relaxed) }

    /// Shows a frame of a feed.
    func show(_ picture: StillPicture, of feed: PictureFeed) {
        if isBroken { return tell(feed) }
        let (size, surface) = state.withLock { state in put(picture, of: feed, &state) }
        if let size { surface?.present(size) }
    }

    /// Puts a frame into the pipeline. Returns its displayed size, and what it is shown on.
    func put(
        _ picture: StillPicture, of feed: PictureFeed, _ state: inout State
    ) -> (size: VideoSize?, surface: (any PlatformWindow)?) {
        guard !state.isClosed else { return (nil, nil) }
        if state.last.map({ !picture.hasFormat(of: $0) }) ?? true {
            state.displaySize = picture.displaySize.map { VideoSize(width: $0.width, height: $0.height) }
            arrange(&state)
        }
        state.feed = WeakFeed(feed: feed)
        // An image comes again and again, and the window keeps its frame. Subtitles may have changed.
        if drawing == nil, let last = state.last, picture.isRepetition(of: last) {
            return (state.displaySize, state.output?.surface)
        }
        state.last = picture
        state.shown += 1
        if state.orientation != picture.orientation { source.tell(picture.orientation) }
        state.orientation = picture.orientation
        push(picture, state)
        return (state.displaySize, state.output?.surface)
    }

    /// Shows the last frame again, with the current settings.
    func refresh() {
        state.withLock { state in
            if !state.isClosed, let last = state.last { push(last, state) }
        }
    }

    /// Closes the window asynchronously.
    func close(_ completion: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.isClosed = true
            state.last = nil
        }
        tellChange()
        queue.async { [self] in
            let output = state.withLock(\.output)
            stop(output)
            output?.close()
            completion()
        }
    }

    private func hear(_ report: WindowReport, from number: Int) {
        guard state.withLock({ $0.number }) == number else { return }
        switch report {
        case .event(.closeRequested):
            if !window.send(.closeRequested) { lose("The user has closed the window", of: number) }
        case .event(let event):
            if case .resized(let width, let height) = event {
                follow(width, height)
                tellChange()
            }
            window.send(event)
        case .exposed: refresh()
        case .visible(let isVisible):
            state.withLock { $0.isVisible = isVisible }
            tellChange()
        case .lost(let message): lose(message, of: number)
        }
    }

    private func lose(_ message: String, of number: Int) {
        let element = state.withLock { $0.output?.element } ?? "fakesink"
        fail(.error(ElementFault(lost: message, of: element)), of: number)
    }

    /// Tells a feed once what ended the window. A window may end before its first frame, or while a load is
    /// prepared that presents later.
    func tell(_ feed: PictureFeed) {
        let fault: BusMessage? = state.withLock { state in
            guard state.informed?.feed !== feed else { return nil }
            state.informed = WeakFeed(feed: feed)
            return state.fault
        }
        if let fault { feed.onFault(fault) }
    }

    /// Ends what an output shows, unless another one has followed it.
    private func fail(_ message: BusMessage, of number: Int) {
        let proceeds = window.options.lossPolicy == .proceed
        let isFirst = state.withLock { state in
            guard state.fault == nil, state.number == number else { return false }
            state.fault = if case .error(let fault) = message, proceeds { .warning(fault) } else { message }
            broken.store(true, ordering: .sequentiallyConsistent)
            return true
        }
        guard isFirst else { return }
        queue.async { [self] in
            let (feed, isCurrent) = state.withLock { ($0.feed?.feed, $0.number == number) }
            guard isCurrent else { return }
            if let feed { tell(feed) }
            guard proceeds else { return }
            // Of a window that is lost nothing remains on the screen.
            let output = state.withLock(\.output)
            stop(output)
            output?.close()
        }
    }
}
